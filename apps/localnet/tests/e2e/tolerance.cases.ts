import { fromHex } from '@oracle-gateway/protocol';
import { beforeAll, describe, expect, it } from 'vitest';

import { ordinaryWorld } from './ordinary-world.js';
import { execute, expectSettled, prepareRound, serve, settlementsOnLedger, type ServedRound, type TestWorld } from './test-world.js';

const PRICE = 64_628.31;
const SPREAD_BPS = 20;

let test: TestWorld;
beforeAll(() => {
  test = ordinaryWorld();
});

/** No two answers of the source are equal. */
function movingPrice(source: 'noisy' | 'outlier', maxDeviationBps: number) {
  return {
    url: `${test.world.manifest.sources[source]}/price?spreadBps=${SPREAD_BPS}`,
    method: 'GET',
    responseParser: '$.price',
    aggregation: { mode: 'tolerance', rule: 'median', maxDeviationBps, maxAgeMs: 30_000, numeric: { type: 'int256', decimals: 8 } },
  } as const;
}

describe('a round of tolerance mode', () => {
  it.each(['noisy', 'outlier'] as const)('over the %s source is served, verifies and settles once, every time', async (source) => {
    // The outlier source lies to every fifth request: of six rounds some meet the lie.
    const rounds: ServedRound[] = [];
    for (let round = 0; round < 6; round += 1) {
      const served = await serve(test, { quorum: 3, apiConfig: movingPrice(source, 50) });
      rounds.push(served);
      expect(Math.abs(Number(served.answer.data.value) - PRICE)).toBeLessThanOrEqual((PRICE * SPREAD_BPS) / 10_000);
      const scaled = BigInt(`0x${Buffer.from(fromHex(served.answer.data.valuePacked, 32)).toString('hex')}`);
      expect(scaled).toBe(BigInt(served.answer.data.value.replace(/\.(\d+)$/, (_, digits: string) => digits.padEnd(8, '0'))));
    }
    for (const served of rounds) {
      expect(await expectSettled(test, served)).toHaveLength(3);
      expect(settlementsOnLedger(test, served.round)).toBe(1);
    }
  });

  it('fails where the nodes see values further apart than the policy allows, as exact mode does over such a source', async () => {
    const { aggregation, ...exact } = movingPrice('noisy', 0);
    for (const apiConfig of [{ ...exact, aggregation }, exact]) {
      const answer = await execute(test, prepareRound(test, { quorum: 3, apiConfig }));
      expect(answer).toMatchObject({ status: 503, body: { code: 'no_quorum_value' } });
    }
  });
});

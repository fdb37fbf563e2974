import { GatewayError, NotSettledError, TransportError, type Settlement } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';

import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';

const SETTLED = { kind: 'settled', signature: 'sig', slot: 9, final: false } as const;

function roundThatEnds(ending: Settlement | Error): Parameters<typeof awaitSettlement>[0] {
  return { settled: () => (ending instanceof Error ? Promise.reject(ending) : Promise.resolve(ending)) };
}

describe('following a round', () => {
  it('waits until it is settled and tells its transaction', async () => {
    expect(await awaitSettlement(roundThatEnds(SETTLED))).toEqual({ signature: 'sig', slot: 9 });
  });

  it.each([
    ['a round that ended otherwise', new NotSettledError('round', 'lapsed', undefined)],
    ['a record that is gone', new GatewayError({ status: 404, code: 'round_not_found', message: 'no such round', body: {} })],
    ['a ledger that does not answer', new TransportError('ledger', 'the time is up')],
    ['a settlement by an unknown transaction', { ...SETTLED, signature: null }],
  ])('fails at once for %s', async (_what, ending) => {
    await expect(awaitSettlement(roundThatEnds(ending))).rejects.toBeInstanceOf(DemoFailure);
  });

  it('passes on what no party of the round has caused', async () => {
    await expect(awaitSettlement(roundThatEnds(new TypeError('a bug')))).rejects.toBeInstanceOf(TypeError);
  });
});

import { GatewayError, owner, type Client, type ListRound } from '@oracle-gateway/client';
import type { ApiConfigBody } from '@oracle-gateway/gateway-api';
import { parseAddress } from '@oracle-gateway/protocol';
import { beforeAll, describe, expect, it } from 'vitest';

import { addressOf } from '../../src/base/keypair.js';
import { clientWorld } from './client-world.js';
import { freshSource, keyOf, testClient, TRUE_VALUE, watchedSigner } from './test-client.js';
import { roundsLeft, settlementsAt, type TestWorld } from './test-world.js';

const QUORUM = 3;
const DEAD_STATUS = 500;

let test: TestWorld;
let client: Client;
beforeAll(() => {
  test = clientWorld();
  client = testClient(test, { account: owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) }) });
});

/** Three sources. The second fails at every node. */
function withDeadSource(): [ApiConfigBody, ApiConfigBody, ApiConfigBody] {
  const alive = freshSource(test);
  const dead = { ...alive, url: `${test.world.manifest.sources.echo}/?status=${DEAD_STATUS}&body=&of=${encodeURIComponent(alive.url)}` };
  return [alive, dead, freshSource(test)];
}

/** Rounds left on the ledger, once every round of the subscription is settled. */
async function settledRoundsLeft(): Promise<bigint> {
  await expect.poll(async () => (await client.quota())['unsettledRounds'], { interval: 50 }).toBe(0);
  return roundsLeft(test, addressOf(keyOf(test, 'subscriptionOwner')));
}

async function refusalOf(asking: Promise<unknown>): Promise<unknown> {
  const error: unknown = await asking.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GatewayError);
  return error;
}

describe('a list with a dead source', () => {
  let round: ListRound;
  let sources: ReturnType<typeof withDeadSource>;
  beforeAll(async () => {
    sources = withDeadSource();
    round = await client.values(sources, { minValues: 2, quorum: QUORUM });
  });

  it('has the verified values of the others in their order, and the reason of the dead one', () => {
    expect(round).toMatchObject({ quorum: QUORUM, registryVersion: 1 });
    expect(round.signers).toHaveLength(QUORUM);
    const { observedAtMs } = round;
    expect(round.values).toMatchObject([
      { source: sources[0], value: TRUE_VALUE, mode: 'exact', observedAtMs },
      { source: sources[1], value: null, unsignedReason: { code: 'upstream_failure', step: 'fetch', upstreamStatus: DEAD_STATUS } },
      { source: sources[2], value: TRUE_VALUE, mode: 'exact', observedAtMs },
    ]);
  });

  it('is settled once, and charged a round for each source, the dead one too', async () => {
    const left = await settledRoundsLeft();
    const charged = await client.values(withDeadSource(), { minValues: 2, quorum: QUORUM });
    expect((await charged.settled()).kind).toBe('settled');
    expect(settlementsAt(test, parseAddress(charged.roundId))).toBe(1);
    expect(left - (await settledRoundsLeft())).toBe(BigInt(sources.length));
  });

  it('holds when it is stored and verified later, and no longer when a value is added, left out or moved', async () => {
    const stored = JSON.stringify(round.answer);
    const { values, ...terms } = await client.verifyValues(JSON.parse(stored), { sources, minValues: 2, quorum: QUORUM });
    expect(round).toMatchObject({ ...terms, values });
    const { data } = JSON.parse(stored) as { readonly data: { readonly values: readonly [object, object, object] } };
    const [first, dead, last] = data.values;
    for (const changed of [
      [first, { ...dead, ...first }, last],
      [first, dead, { ...last, ...dead }],
      [last, dead, first],
    ]) {
      const answer = { status: 'completed', data: { ...data, values: changed } };
      const verifying = client.verifyValues(answer, { sources, minValues: 2, quorum: QUORUM });
      await expect(verifying).rejects.toMatchObject({ name: 'VerificationError', reason: 'inconsistent' });
    }
  });

  it('gives each value to the feed of a round of its source alone', async () => {
    const alone = await client.round(sources[2], { quorum: QUORUM });
    expect(round.values[2]).toMatchObject({ feedId: alone.feedId, sourceId: alone.sourceId, value: alone.value });
  });

  it('is refused where all values must be there, and takes nothing', async () => {
    const left = await settledRoundsLeft();
    const refusal = await refusalOf(client.values(withDeadSource(), { quorum: QUORUM }));
    expect(refusal).toMatchObject({ status: 503, code: 'no_quorum_value' });
    expect(String(refusal)).toContain(`apiConfigs[1]: the source answered with status ${DEAD_STATUS}`);
    expect(await settledRoundsLeft()).toBe(left);
  });
});

describe('an index with a source that is down', () => {
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 };

  it('has the verified value of the others, and is charged a round for each source', async () => {
    const left = await settledRoundsLeft();
    const source = { apiConfigs: withDeadSource(), combine };
    const round = await client.round(source, { quorum: QUORUM });
    expect(round).toMatchObject({ value: TRUE_VALUE, mode: 'tolerance', quorum: QUORUM, registryVersion: 1 });
    expect(round.signers).toHaveLength(QUORUM);
    expect(await client.verify(JSON.parse(JSON.stringify(round.answer)), { source, quorum: QUORUM })).toMatchObject({ value: TRUE_VALUE });
    expect((await round.settled()).kind).toBe('settled');
    expect(settlementsAt(test, parseAddress(round.roundId))).toBe(1);
    expect(left - (await settledRoundsLeft())).toBe(BigInt(source.apiConfigs.length));
  });

  it('is refused where every source must answer, and takes nothing', async () => {
    const left = await settledRoundsLeft();
    const source = { apiConfigs: withDeadSource(), combine: { ...combine, minSources: 3 } };
    expect(await refusalOf(client.round(source, { quorum: QUORUM }))).toMatchObject({ status: 503, code: 'upstream_failure' });
    expect(await settledRoundsLeft()).toBe(left);
  });
});

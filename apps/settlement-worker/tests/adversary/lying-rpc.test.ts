import { eventually } from '@oracle-gateway/dev-servers';
import { connectRedis, type Outbox } from '@oracle-gateway/outbox';
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createSettlementPass, type SettlementPass } from '../../src/pass/settlement-pass.js';
import { FakeRpc } from '../support/fake-rpc.js';
import { commitRound, emptyOutbox, PROGRAM_ID, sampleRound } from '../support/rounds.js';
import { workerParts } from '../support/worker-parts.js';

const CLOCK_SECONDS = 1_700_000_000;
const FAR_AHEAD = 1_000_000_000;
/** The slot of the fake ledger, and as far as one is believed that is wrong. */
const SLOT = 1_000;
const BELIEVED = 150;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let rpc: FakeRpc;
let pass: SettlementPass;
beforeEach(async () => {
  outbox = emptyOutbox(redis);
  rpc = await FakeRpc.start({ programId: PROGRAM_ID, network: 'solana:x', clockSeconds: CLOCK_SECONDS, settleWindowSeconds: 21_600n });
  pass = createSettlementPass(workerParts({ outbox, rpcUrl: rpc.url }), { maxClaimed: 100, onDue: () => undefined });
});
afterEach(async () => {
  const enough = new AbortController();
  enough.abort();
  await pass.close(enough.signal);
  await rpc.close();
});

type Told = (result: unknown) => unknown;

function inContext(slot: number): Told {
  return (result) => ({ ...(result as object), context: { slot } });
}
const withoutAccounts: Told = (result) => {
  const { context, value } = result as { context: object; value: readonly unknown[] };
  return { context, value: value.map(() => null) };
};
const landedFarAhead: Told = (result) => {
  const { context, value } = result as { context: object; value: readonly (object | null)[] };
  return { context, value: value.map((entry) => (entry === null ? null : { ...entry, slot: FAR_AHEAD })) };
};

it.each([
  ['getMultipleAccounts', 'a slot far ahead', inContext(FAR_AHEAD)],
  ['getMultipleAccounts', 'a slot of long ago', inContext(0)],
  ['getMultipleAccounts', 'a slot that is believed', inContext(SLOT + BELIEVED - 10)],
  ['getMultipleAccounts', 'no accounts', withoutAccounts],
  ['getSignatureStatuses', 'a landing far ahead', landedFarAhead],
  ['getLatestBlockhash', 'a slot far ahead', inContext(FAR_AHEAD)],
  ['getBlockHeight', 'a height far ahead', () => FAR_AHEAD],
  ['getSlot', 'a slot far ahead', () => FAR_AHEAD],
] as [string, string, Told][])('after one answer of %s with %s a round settles, and no number of it stays', async (method, _what, told) => {
  for (const after of [0, 1, 2]) {
    const round = sampleRound(CLOCK_SECONDS);
    rpc.expectRound(round);
    await commitRound(outbox, round);
    rpc.lies.set(method, { after, told });
    await pass.take([round.roundId], 'settle');
    await eventually(
      async () => {
        expect((await outbox.read(round.roundId))?.state).toBe('settled');
      },
      { intervalMs: 50 },
    );
    rpc.lies.clear();
    const record = await outbox.read(round.roundId);
    expect(record).toMatchObject({ attempts: 0 });
    expect(record?.settlement?.slot ?? SLOT).toBeLessThanOrEqual(SLOT + BELIEVED);
    const seen = (await outbox.unfinal({ limit: 9 })).find(({ roundId }) => roundId === round.roundId);
    expect(seen?.seenAtSlot).toBeLessThanOrEqual(SLOT + BELIEVED);
    for (const { slot } of await outbox.storedReadings({ limit: 99 })) expect(slot).toBeLessThanOrEqual(SLOT + BELIEVED);
  }
});

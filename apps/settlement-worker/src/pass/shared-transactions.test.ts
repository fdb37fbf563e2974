import { eventually } from '@oracle-gateway/dev-servers';
import { connectRedis, StaleTokenError, type Outbox, type RoundRecord } from '@oracle-gateway/outbox';
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { FakeRpc } from '../../tests/support/fake-rpc.js';
import { commitRound, emptyOutbox, GATEWAY_AUTHORITY, PROGRAM_ID, sampleRound, type SampleRound } from '../../tests/support/rounds.js';
import { workerParts } from '../../tests/support/worker-parts.js';
import type { PassDeps } from './pass-deps.js';
import { createSettlementPass, type SettlementPass } from './settlement-pass.js';

const CLOCK_SECONDS = 1_700_000_000;
/** Rounds of different subscriptions, by 64-byte hints, that fill a transaction. */
const FULL = 3;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let rpc: FakeRpc;
let parts: PassDeps;
let passes: SettlementPass[];
beforeEach(async () => {
  outbox = emptyOutbox(redis);
  passes = [];
  rpc = await FakeRpc.start({ programId: PROGRAM_ID, network: 'solana:x', clockSeconds: CLOCK_SECONDS, settleWindowSeconds: 21_600n });
  parts = workerParts({ outbox, rpcUrl: rpc.url });
});
afterEach(async () => {
  const enough = new AbortController();
  enough.abort();
  await Promise.all(passes.map((pass) => pass.close(enough.signal)));
  await rpc.close();
});

async function newRounds(count: number): Promise<readonly SampleRound[]> {
  const rounds = Array.from({ length: count }, () => sampleRound(CLOCK_SECONDS));
  for (const round of rounds) {
    rpc.expectRound(round);
    await commitRound(outbox, round);
  }
  return rounds;
}

function begin(overrides: Partial<PassDeps> = {}): SettlementPass {
  const pass = createSettlementPass({ ...parts, ...overrides }, { maxClaimed: 100, onDue: () => undefined });
  passes.push(pass);
  return pass;
}

function idsOf(rounds: readonly SampleRound[]) {
  return rounds.map(({ roundId }) => roundId);
}

async function untilRecord({ roundId }: SampleRound, isWanted: (record: RoundRecord) => boolean): Promise<RoundRecord> {
  return eventually(
    async () => {
      const record = await outbox.read(roundId);
      if (record === null || !isWanted(record)) throw new Error(`${String(record?.state)} ${String(record?.reason)}`);
      return record;
    },
    { intervalMs: 50 },
  );
}

function untilSettled(rounds: readonly SampleRound[]): Promise<readonly RoundRecord[]> {
  return Promise.all(rounds.map((round) => untilRecord(round, ({ state }) => state === 'settled')));
}

it('rounds go together, as many as a transaction holds, and each record names the one that settled it', async () => {
  const rounds = await newRounds(2 * FULL);
  await begin().take(idsOf(rounds), 'settle');
  const records = await untilSettled(rounds);
  expect(rpc.broadcasts).toHaveLength(2);
  for (const { roundId } of rounds) expect(rpc.transactionsOf.get(roundId)?.size).toBe(1);
  expect(records.map(({ settlement }) => settlement?.signature)).toEqual(
    rounds.map(({ roundId }) => [...rpc.transactionsOf.get(roundId)!][0]),
  );
  expect(await parts.metrics.registry.metrics()).toContain('oracle_settlement_transactions_total 2');
});

it('before the first byte leaves, every record holds the signature, and the server the bytes once', async () => {
  const rounds = await newRounds(FULL);
  let records: readonly (RoundRecord | null)[] = [];
  let kept: readonly string[] = [];
  rpc.onBroadcast = async () => {
    records = await Promise.all(idsOf(rounds).map((roundId) => outbox.read(roundId)));
    kept = await redis.keys(`*:sent:${records[0]?.broadcasts[0]?.signature.slice(0, 22)}`);
    return 'land';
  };
  await begin().take(idsOf(rounds), 'settle');
  await untilSettled(rounds);
  expect(records.map((record) => record?.broadcasts.map(({ signature }) => signature))).toEqual(rounds.map(() => rpc.broadcasts));
  expect(kept).toHaveLength(1);
});

it.each([
  ['before anything left', false],
  ['on the ledger', true],
])('a poisoned round that is refused %s is found, and the others neither wait for it nor use up an attempt', async (_where, hasLanded) => {
  const rounds = await newRounds(2 * FULL);
  const poison = rounds[1]!;
  if (hasLanded) {
    let isFirst = true;
    rpc.onBroadcast = (transaction) => {
      if (!isFirst || !rpc.roundsIn(transaction).includes(poison)) return Promise.resolve('land');
      isFirst = false;
      rpc.poisoned.set(poison.roundId, 6_028);
      return Promise.resolve('fail');
    };
  } else {
    rpc.poisoned.set(poison.roundId, 6_028);
  }
  await begin().take(idsOf(rounds), 'settle');
  const records = await untilSettled(rounds.filter((round) => round !== poison));
  expect(records.map(({ attempts }) => attempts)).toEqual(records.map(() => 0));
  const record = await untilRecord(poison, ({ attempts }) => attempts > 0);
  expect(record).toMatchObject({ state: 'pending', attempts: 1, broadcasts: [], reason: 'instruction 1: WrongGateway (6028)' });
  // Its first transaction, and one for the rounds that shared it.
  expect(rpc.transactionsOf.get(poison.roundId)?.size).toBe(1);
  expect(rpc.transactionsOf.get(rounds[0]!.roundId)?.size).toBe(2);
});

it('a poisoned round, tried again, is alone: it breaks no other transaction twice', async () => {
  const rounds = await newRounds(FULL);
  const poison = rounds[0]!;
  rpc.poisoned.set(poison.roundId, 6_028);
  const claim = await outbox.claim({ roundId: poison.roundId, workerId: 'earlier', leaseMs: 1_000 });
  await outbox.refuse(claim!, { reason: 'WrongGateway', retryAfterMs: 0, maxAttempts: 9 });
  await begin().take(idsOf(rounds), 'settle');
  await untilSettled(rounds.slice(1));
  await untilRecord(poison, ({ attempts }) => attempts === 2);
  for (const { roundId } of rounds) expect(rpc.transactionsOf.get(roundId)?.size).toBe(1);
  expect(rpc.broadcasts).toHaveLength(2);
});

it('rounds that are refused only together go alone in the end, with no attempt used up', async () => {
  const rounds = await newRounds(FULL);
  rpc.onBroadcast = (transaction) =>
    Promise.resolve(rpc.roundsIn(transaction).length > 1 ? { err: { InstructionError: [2, { Custom: 6_028 }] } } : 'land');
  await begin().take(idsOf(rounds), 'settle');
  for (const record of await untilSettled(rounds)) expect(record.attempts).toBe(0);
  expect(rpc.broadcasts).toHaveLength(2 + FULL);
});

it('a server that cannot simulate costs no attempt either', async () => {
  const rounds = await newRounds(FULL);
  const poison = rounds[0]!;
  rpc.poisoned.set(poison.roundId, 6_028);
  rpc.onCall = (method) => (method === 'simulateTransaction' ? 'cut' : 'none');
  await begin().take(idsOf(rounds), 'settle');
  for (const record of await untilSettled(rounds.slice(1))) expect(record.attempts).toBe(0);
  expect((await untilRecord(poison, ({ attempts }) => attempts > 0)).attempts).toBe(1);
});

it('a round whose record cannot be written is left out: the transaction that holds it is never sent', async () => {
  const rounds = await newRounds(FULL);
  const overtaken = rounds[1]!;
  let isFirst = true;
  const fenced: Outbox = {
    ...outbox,
    recordBroadcast: (claim, broadcast) => {
      if (claim.roundId !== overtaken.roundId || !isFirst) return outbox.recordBroadcast(claim, broadcast);
      isFirst = false;
      return Promise.reject(new StaleTokenError(claim.roundId));
    },
  };
  await begin({ outbox: fenced }).take(idsOf(rounds), 'settle');
  const records = await untilSettled(rounds.filter((round) => round !== overtaken));
  expect(rpc.transactionsOf.get(overtaken.roundId)).toBeUndefined();
  expect(rpc.broadcasts).toHaveLength(1);
  for (const { broadcasts } of records) expect(broadcasts.map(({ signature }) => signature)).toEqual(rpc.broadcasts);
});

it('a worker that takes over rounds of one transaction sends the same bytes again, once', async () => {
  const rounds = await newRounds(FULL);
  const claims = await Promise.all(idsOf(rounds).map((roundId) => outbox.claim({ roundId, workerId: 'dead', leaseMs: 0 })));
  const built = await parts.ledger.sender.build(
    rounds.map(({ proof }) => proof.instruction(GATEWAY_AUTHORITY)),
    { computeUnitLimit: 1_000_000 },
  );
  for (const [index, claim] of claims.entries()) await outbox.recordBroadcast(claim!, { ...built, wire: index === 1 ? built.wire : null });
  await begin().take(idsOf(rounds), 'settle');
  const records = await untilSettled(rounds);
  expect(rpc.broadcasts).toEqual([built.signature]);
  expect(records.map(({ settlement }) => settlement?.signature)).toEqual(rounds.map(() => built.signature));
});

it('a transaction of several rounds whose blockhash expires unseen is replaced, with no attempt used up', async () => {
  const rounds = await newRounds(FULL);
  rpc.onBroadcast = () => Promise.resolve('lose');
  await begin().take(idsOf(rounds), 'settle');
  await expect.poll(() => rpc.broadcasts).not.toEqual([]);
  const [first] = rpc.broadcasts;
  const enough = new AbortController();
  enough.abort();
  await passes[0]?.close(enough.signal);
  rpc.blockHeight += 151;
  rpc.onBroadcast = () => Promise.resolve('land');
  // The ledger has a blockhash of its own: no server gives the old one any more.
  const { ledger } = workerParts({ outbox, rpcUrl: rpc.url });
  await eventually(async () => expect(await begin({ ledger }).take(idsOf(rounds), 'settle')).toBe(FULL), { intervalMs: 200 });
  for (const record of await untilSettled(rounds)) expect(record.attempts).toBe(0);
  expect(rpc.broadcasts.at(-1)).not.toBe(first);
});

it('what does not fill a transaction waits for others when it may, with nothing asked about it, and goes with the next', async () => {
  const rounds = await newRounds(FULL + 2);
  const pass = begin();
  await pass.take(idsOf(rounds.slice(0, FULL + 1)), 'settle', { mayWaitMs: 2_000 });
  await expect.poll(async () => (await outbox.statistics()).totals.settled).toBe(FULL);
  const asked = rpc.calls.length;
  await pass.take([rounds[FULL + 1]!.roundId], 'settle');
  await untilSettled(rounds);
  expect(rpc.broadcasts).toHaveLength(2);
  expect(rpc.calls.length - asked).toBeLessThan(8);
});

it('what waits for others goes after two seconds without any', async () => {
  const [round] = await newRounds(1);
  const startMs = performance.now();
  await begin().take([round!.roundId], 'settle', { mayWaitMs: 2_000 });
  await untilSettled([round!]);
  expect(performance.now() - startMs).toBeGreaterThan(2_000);
  expect(rpc.count('getMultipleAccounts')).toBeLessThan(6);
});

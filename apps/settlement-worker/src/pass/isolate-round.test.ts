import { eventually } from '@oracle-gateway/dev-servers';
import { PROGRAM_ERRORS, TOKEN_ACCOUNT_FROZEN } from '@oracle-gateway/ledger';
import { connectRedis, type Outbox } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { FakeRpc, type Poison } from '../../tests/support/fake-rpc.js';
import { commitRound, emptyOutbox, PROGRAM_ID, sampleRound, type SampleRound } from '../../tests/support/rounds.js';
import { workerParts } from '../../tests/support/worker-parts.js';
import { MOST_IN_A_ROW } from './lone-simulations.js';
import type { PassDeps } from './pass-deps.js';
import { createSettlementPass, type SettlementPass } from './settlement-pass.js';

const CLOCK_SECONDS = 1_700_000_000;
const GATEWAY_INACTIVE = 6_029;
/** Two refused transactions that it shared, and one alone. */
const MOST_TRANSACTIONS = 3;

/** Every kind of refusal that says the transaction is not to be sent again. */
const POISONS: readonly (readonly [name: string, Poison])[] = [
  ...PROGRAM_ERRORS.filter(([, name]) =>
    ['InvalidInstruction', 'WrongAccountCount', 'MissingSignature', 'NotWritable', 'WrongProgram', 'GatewayInactive'].includes(name),
  ).map(([code, name]) => [name, code] as const),
  ['Custom(1): too few lamports', 1],
  ['an unknown code', 77],
  ['InsufficientFundsForFee', { transaction: 'InsufficientFundsForFee' }],
  ['AccountNotFound', { transaction: 'AccountNotFound' }],
  ['InsufficientFundsForRent', { transaction: { InsufficientFundsForRent: { account_index: 0 } } }],
  ['WrongGateway', 6_028],
  ['RoundAlreadySettled', 6_039],
  ['frozen tokens', TOKEN_ACCOUNT_FROZEN],
  ['ComputationalBudgetExceeded', { instruction: 'ComputationalBudgetExceeded' }],
];

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let rpc: FakeRpc;
let parts: PassDeps;
let pass: SettlementPass;
/** Rounds that were given back. They are due again at once. */
let givenBack: Set<RoundId>;
beforeEach(async () => {
  const real = emptyOutbox(redis);
  givenBack = new Set();
  outbox = {
    ...real,
    async postpone(claim, input) {
      await real.postpone(claim, { ...input, retryAfterMs: 0 });
      givenBack.add(claim.roundId);
    },
  };
  rpc = await FakeRpc.start({ programId: PROGRAM_ID, network: 'solana:x', clockSeconds: CLOCK_SECONDS, settleWindowSeconds: 21_600n });
  // The clock stands: however slow the machine is, no time of a rule ends.
  parts = { ...workerParts({ outbox, rpcUrl: rpc.url }), monotonicMs: () => 1_000 };
  pass = createSettlementPass(parts, { maxClaimed: 100, onDue: () => undefined });
});
afterEach(async () => {
  const enough = new AbortController();
  enough.abort();
  await pass.close(enough.signal);
  await rpc.close();
});

async function newRounds(count: number): Promise<readonly SampleRound[]> {
  const rounds = Array.from({ length: count }, () => sampleRound(CLOCK_SECONDS));
  for (const round of rounds) rpc.expectRound(round);
  await Promise.all(rounds.map((round) => commitRound(outbox, round)));
  return rounds;
}
function take(rounds: readonly SampleRound[]): Promise<number> {
  return pass.take(
    rounds.map(({ roundId }) => roundId),
    'settle',
  );
}
function transactions({ roundId }: SampleRound): number {
  return rpc.transactionsOf.get(roundId)?.size ?? 0;
}
/** Waits until each round is settled or was given back. */
async function untilDecided(rounds: readonly SampleRound[]): Promise<void> {
  await eventually(
    async () => {
      for (const { roundId } of rounds) {
        const record = await outbox.read(roundId);
        if (record?.state !== 'settled' && !givenBack.has(roundId)) throw new Error(`${roundId} is ${String(record?.state)}`);
      }
    },
    { intervalMs: 50 },
  );
}

async function expectSettledWithin(sound: readonly SampleRound[], most: number): Promise<void> {
  await untilDecided(sound);
  const records = await Promise.all(sound.map(({ roundId }) => outbox.read(roundId)));
  expect(new Set(records.map((record) => `${record?.state} ${record?.attempts}`))).toEqual(new Set(['settled 0']));
  expect(sound.filter(({ roundId }) => givenBack.has(roundId))).toEqual([]);
  expect(Math.max(...sound.map(transactions))).toBeLessThanOrEqual(most);
}

it.each(POISONS)(
  'of 24 rounds 5 are refused with %s: each other one is settled by its third transaction at the latest',
  async (_name, poison) => {
    const rounds = await newRounds(24);
    const isBad = (index: number): boolean => index % 5 === 0;
    rounds.filter((_, index) => isBad(index)).forEach(({ roundId }) => rpc.poisoned.set(roundId, poison));
    await take(rounds);
    await expectSettledWithin(
      rounds.filter((_, index) => !isBad(index)),
      MOST_TRANSACTIONS,
    );
  },
);

it('of 60 rounds every fourth is refused, with all kinds of refusals: the same', async () => {
  const rounds = await newRounds(60);
  const bad = rounds.filter((_, index) => index % 4 === 0);
  bad.forEach(({ roundId }, index) => rpc.poisoned.set(roundId, POISONS[index]?.[1] ?? 1));
  await take(rounds);
  await expectSettledWithin(
    rounds.filter((_, index) => index % 4 !== 0),
    MOST_TRANSACTIONS,
  );
});

it('while every round is refused, 60 rounds cost no more transactions than before and a bounded number of simulations', async () => {
  const rounds = await newRounds(60);
  rounds.forEach(({ roundId }) => rpc.poisoned.set(roundId, GATEWAY_INACTIVE));
  await take(rounds);
  await untilDecided(rounds);
  expect(rounds.map(({ roundId }) => givenBack.has(roundId))).toEqual(rounds.map(() => true));
  expect(rounds.map(transactions)).toEqual(rounds.map(() => 1));
  expect(rpc.broadcasts).toHaveLength(20);
  expect(rpc.count('simulateTransaction')).toBe(MOST_IN_A_ROW);
});

it('a round that was refused alone is sent alone the next time, and no other shares its refusal', async () => {
  const first = await newRounds(3);
  const bad = first[0]!;
  rpc.poisoned.set(bad.roundId, GATEWAY_INACTIVE);
  await take(first);
  await untilDecided(first);
  const others = await newRounds(2);
  await take([bad, ...others]);
  await expectSettledWithin(others, 1);
});

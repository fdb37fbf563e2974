import { eventually } from '@oracle-gateway/dev-servers';
import { quotaKey, connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { parseAddress, roundIdOf, type RoundId } from '@oracle-gateway/protocol';
import { beforeAll, expect, it } from 'vitest';

import type { AgentRound } from './agent-round.js';
import { askWhileKilling } from './kill-at-random.js';
import { TestAgent } from './test-agent.js';
import { settlementsAt, type TestWorld } from './test-world.js';
import { twoWorkerWorld } from './two-worker-world.js';

/**
 * The long form: KILL_TEST_ROUNDS=300 vitest run tests/e2e/two-worker-world.test.ts. The limit is 500, for the sake of their timestamps.
 */
const ROUNDS = Math.min(Number(process.env.KILL_TEST_ROUNDS ?? 24), 500);
const AT_ONCE = 4;
/** More than all rounds together cost. */
const PAID_IN_ATOMIC = 10_000_000n;
const CHECK_EVERY_MS = 250;
/** A dead worker's claims last twenty seconds. Other workers wait until its lost transactions expire. */
const TEST_LIMIT_MS = 900_000;

let test: TestWorld;
let agent: TestAgent;
beforeAll(() => {
  test = twoWorkerWorld();
  agent = new TestAgent(test, 'agentPayer');
});

interface Asked {
  readonly round: AgentRound;
  readonly isAnswered: boolean;
}

/** Every quorum, and so every price; no two rounds alike. */
async function ask(round: AgentRound): Promise<Asked> {
  try {
    return { round, isAnswered: (await agent.execute(round)).status === 200 };
  } catch {
    // The gateway died over it: whether it was committed, the ledger tells.
    return { round, isAnswered: false };
  }
}

/**
 * The committed amount is the sum of the rounds' prices, to the atomic unit. Every round that is pending before and after the check holds
 * its price. Rejects while Redis is dead.
 */
async function check(outbox: Outbox, prices: ReadonlyMap<RoundId, bigint>): Promise<void> {
  const pendingOf = async (): Promise<ReadonlySet<RoundId>> => {
    const records = await Promise.all([...prices.keys()].map((roundId) => outbox.read(roundId)));
    return new Set(records.flatMap((record) => (record?.state === 'pending' ? [record.roundId] : [])));
  };
  const before = await pendingOf();
  const { committed, holders, unsettledRounds } = await outbox.holdTotals(quotaKey('escrow', agent.tokens()), { holders: 500 });
  const after = await pendingOf();
  const priceOf = (roundId: RoundId): bigint => prices.get(roundId) ?? -1n;
  expect(holders.map(({ roundId, units }) => [roundId, BigInt(units)])).toEqual(holders.map(({ roundId }) => [roundId, priceOf(roundId)]));
  expect(committed).toBe(holders.reduce((sum, { roundId }) => sum + priceOf(roundId), 0n));
  expect(unsettledRounds).toBeLessThanOrEqual(holders.length);
  const held = new Set(holders.map(({ roundId }) => roundId));
  expect([...before].filter((roundId) => after.has(roundId) && !held.has(roundId))).toEqual([]);
}

/** Answers how many checks Redis lived through. */
async function checkUntil(isOver: () => boolean, checking: () => Promise<void>): Promise<number> {
  let checks = 0;
  while (!isOver()) {
    const failure = await checking().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) checks += 1;
    else if (failure instanceof Error && failure.name === 'AssertionError') throw failure;
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
  return checks;
}

it(
  `worker, gateway and Redis killed at random points over ${ROUNDS} agent rounds: the escrow fell by what is settled on the ledger, what is committed is what is unsettled, nothing at the end`,
  { timeout: TEST_LIMIT_MS + ROUNDS * 5_000 },
  async () => {
    await agent.payIn(PAID_IN_ATOMIC);
    const nowSeconds = Math.floor(Date.now() / 1_000);
    // The seconds lie within the five minutes that gateway and nodes accept.
    const rounds = Array.from({ length: ROUNDS }, (_, index) =>
      agent.prepare({ quorum: 2 + (index % 4), timestampSeconds: nowSeconds - 250 + index }),
    );
    const prices = new Map(rounds.map((round) => [roundIdOf(agent.roundAccount(round)), round.amountAtomic]));
    const { gatewayPda, redisUrl } = test.world.manifest;
    const redis = connectRedis(redisUrl);
    const outbox = createOutbox({ redis, gateway: parseAddress(gatewayPda), identityTtlSeconds: 60, resultTtlSeconds: 60 });
    try {
      let isSettled = false;
      const checking = checkUntil(
        () => isSettled,
        () => check(outbox, prices),
      );
      const settling = (async () => {
        const served = await askWhileKilling(test, { count: ROUNDS, atOnce: AT_ONCE, ask: (index) => ask(rounds[index]!) });
        await eventually(
          async () => {
            const { reserved, pending } = await outbox.statistics();
            if (reserved + pending > 0) throw new Error(`${reserved} reserved, ${pending} pending`);
          },
          { intervalMs: 500 },
        );
        return served;
      })().finally(() => (isSettled = true));
      const [asked, checks] = await Promise.all([settling, checking]);

      const answered = asked.filter(({ isAnswered }) => isAnswered);
      // The others died with the gateway, or with Redis.
      expect(answered.length).toBeGreaterThan(ROUNDS / 2);
      expect(checks).toBeGreaterThan(0);
      const settlements = rounds.map((round) => settlementsAt(test, agent.roundAccount(round)));
      expect(Math.max(...settlements)).toBe(1);
      expect(answered.map(({ round }) => settlementsAt(test, agent.roundAccount(round)))).toEqual(answered.map(() => 1));
      const paid = rounds.reduce((sum, { amountAtomic }, index) => sum + (settlements[index] === 1 ? amountAtomic : 0n), 0n);
      expect(await agent.balance()).toBe(PAID_IN_ATOMIC - paid);
      expect(await outbox.holdTotals(quotaKey('escrow', agent.tokens()), { holders: 9 })).toMatchObject({
        committed: 0n,
        unsettledRounds: 0,
      });
      expect(await agent.status()).toMatchObject({
        committedAmount: '0',
        unsettledRounds: 0,
        ataBalance: (PAID_IN_ATOMIC - paid).toString(),
      });
    } finally {
      redis.disconnect();
    }
  },
);

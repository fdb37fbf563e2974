import { treasuryAddress } from '@oracle-gateway/ledger';
import { connectRedis, createOutbox, type Outbox, type RoundRecord } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { gatewayAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createWorld, keypair, NETWORK, START_SECONDS, type World } from '../../../../packages/ledger/tests/world.js';
import { createSettlementWorker, type SettlementWorker } from '../../src/index.js';
import { Agent, AGENT_PRICE } from '../support/served-agent-round.js';
import { serveRound } from '../support/served-round.js';

/** Settled rounds are looked up at `finalized` after fifteen seconds; for this worker they are over at once. */
const AHEAD_MS = 20_000;

const redis = connectRedis(inject('redisUrl'));
let world: World;
let outbox: Outbox;
let worker: SettlementWorker;
const logLines: string[] = [];
/** Calls to the ledger that wait, and for what. */
const held = new Map<(body: string) => boolean, Promise<void>>();
beforeAll(async () => {
  world = await createWorld(3);
  const { programId, gateway } = world;
  const shard = gatewayAddress(programId, gateway.address);
  outbox = createOutbox({ redis, gateway: shard, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  worker = await createSettlementWorker(
    {
      programId,
      network: NETWORK,
      settlement: {
        enabled: true,
        intervalSeconds: 1,
        batchLimit: 25,
        maxAttempts: 1,
        priorityFee: { percentile: 75, capMicroLamports: 0 },
      },
      outbox: { allowVolatile: false, durability: 'verify' },
      metrics: { host: '127.0.0.1', port: 0 },
      logLevel: 'info',
    },
    { rpcUrl: 'http://ledger.test', outboxUrl: inject('redisUrl'), gatewayKeypair: gateway },
    {
      fetch: async (url, init) => {
        for (const [isHeld, released] of held) if (isHeld(init.body)) await released;
        return world.rpc.fetch(url, init);
      },
      logger: pino({ level: 'info' }, { write: (line) => logLines.push(line) }),
      nowMs: () => Date.now() + AHEAD_MS,
    },
  );
});
afterAll(async () => {
  await worker.close();
  redis.disconnect();
});

async function roundsLeft() {
  return (await world.reader.subscription(world.owner.address, { fresh: true })).value?.roundsLeft;
}

function holdCalls(isHeld: (body: string) => boolean): () => void {
  let release = (): void => undefined;
  held.set(isHeld, new Promise((resolve) => (release = resolve)));
  return () => {
    held.delete(isHeld);
    release();
  };
}

function untilRecord(roundId: RoundId, isWanted: (record: RoundRecord) => boolean): Promise<RoundRecord> {
  return vi.waitFor(
    async () => {
      const record = await outbox.read(roundId);
      if (record === null || !isWanted(record)) throw new Error(`${String(record?.state)} ${JSON.stringify(record?.settlement)}`);
      return record;
    },
    { timeout: 30_000, interval: 10 },
  );
}

it('a settlement that is rolled back is pending again, is settled again, once, and is final only then', { timeout: 90_000 }, async () => {
  const { roundId, receipt } = await serveRound(world, outbox, Number(START_SECONDS));
  const subscription = subscriptionAddress(world.programId, world.owner.address);
  const rollBack = world.rpc.remember([receipt, subscription, world.gateway.address]);
  const before = await roundsLeft();

  await worker.listen();
  expect((await untilRecord(roundId, ({ state }) => state === 'settled')).settlement).toMatchObject({ final: false });
  expect(await roundsLeft()).toBe(before! - 1n);

  rollBack();
  expect([await roundsLeft(), (await world.reader.receipt(receipt)).ownerMatches]).toEqual([before, false]);
  await vi.waitFor(() => expect(logLines.join('')).toContain('the settlement was rolled back'), { timeout: 30_000 });

  const final = await untilRecord(roundId, ({ settlement }) => settlement?.final === true);
  expect(final).toMatchObject({ state: 'settled', attempts: 0 });
  expect((await world.reader.receipt(receipt)).ownerMatches).toBe(true);
  expect(await roundsLeft()).toBe(before! - 1n);
  expect(await outbox.figures()).toMatchObject({ pending: 0, unfinal: 0, totals: { settled: 2 } });
});

it('the amount of an agent’s round that is rolled back is committed again until it is paid again, once', { timeout: 90_000 }, async () => {
  const agent = new Agent(world, keypair('agent of a rollback'));
  await agent.fund(AGENT_PRICE);
  const { programId, mint, gateway } = world;
  const seconds = Number(START_SECONDS) + 1;
  const written = [agent.round(seconds).address, agent.escrow, agent.tokens, treasuryAddress(programId, mint), gateway.address];
  const rollBack = world.rpc.remember(written);
  const standing = () => outbox.standing(agent.account, { holders: 1 });

  const letBecomeFinal = holdCalls((body) => body.includes('"getMultipleAccounts"') && body.includes('"finalized"'));
  const roundId = await agent.serve(outbox, seconds);
  await untilRecord(roundId, ({ state }) => state === 'settled');
  expect([agent.balance(), await standing()]).toMatchObject([0n, { committed: 0n, unsettledRounds: 0 }]);

  const letBroadcast = holdCalls((body) => body.includes('"sendTransaction"'));
  rollBack();
  letBecomeFinal();
  await untilRecord(roundId, ({ state }) => state === 'pending');
  expect([agent.balance(), await standing()]).toMatchObject([AGENT_PRICE, { committed: AGENT_PRICE, unsettledRounds: 1 }]);

  letBroadcast();
  await untilRecord(roundId, ({ settlement }) => settlement?.final === true);
  expect([agent.balance(), await standing()]).toMatchObject([0n, { committed: 0n, unsettledRounds: 0 }]);
});

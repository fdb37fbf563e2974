import { instructions } from '@oracle-gateway/ledger';
import { connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createWorld, NETWORK, START_SECONDS, type World } from '../../../packages/ledger/tests/world.js';
import { createSettlementWorker, type SettlementWorker } from '../src/index.js';
import { age } from './support/rounds.js';
import { serveRound } from './support/served-round.js';

const WINDOW_SECONDS = 21_600;
/** Anybody may close a receipt so long after its window. */
const CLOSABLE_SECONDS = 61;

/** Every world of this kind has the same gateway: this one's records are in a database of their own. */
const redisUrl = `${inject('redisUrl')}/2`;
const redis = connectRedis(redisUrl);
let world: World;
let outbox: Outbox;
const workers: SettlementWorker[] = [];
beforeAll(async () => {
  world = await createWorld(3);
  const gateway = gatewayAddress(world.programId, world.gateway.address);
  outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  redis.disconnect();
});

async function startWorker(fetch = world.rpc.fetch): Promise<SettlementWorker> {
  const priorityFee = { percentile: 75, capMicroLamports: 0 };
  const worker = await createSettlementWorker(
    {
      programId: world.programId,
      network: NETWORK,
      settlement: { enabled: true, intervalSeconds: 1, batchLimit: 25, maxAttempts: 1, priorityFee },
      outbox: { allowVolatile: false, durability: 'verify' },
      metrics: null,
      logLevel: 'info',
    },
    { rpcUrl: 'http://ledger.test', outboxUrl: redisUrl, gatewayKeypair: world.gateway },
    { fetch, logger: pino({ level: 'silent' }), nowMs: () => Number(world.rpc.svm.getClock().unixTimestamp) * 1_000 },
  );
  workers.push(worker);
  await worker.listen();
  return worker;
}

/** A server that stops to answer once a transaction has landed: the worker learns nothing of its outcome. */
function deafAfterLanding(): typeof world.rpc.fetch {
  let hasLanded = false;
  return async (url, init) => {
    if (hasLanded) throw new TypeError('fetch failed');
    const response = await world.rpc.fetch(url, init);
    hasLanded = init.body.includes('"sendTransaction"');
    return response;
  };
}

async function roundsLeft() {
  return (await world.reader.subscription(world.owner.address, { fresh: true })).value?.roundsLeft;
}

it(
  'a round that was paid is settled although its worker died before it wrote that down and its receipt is closed since',
  { timeout: 90_000 },
  async () => {
    const { roundId, receipt } = await serveRound(world, outbox, Number(START_SECONDS));
    const before = await roundsLeft();
    const deaf = await startWorker(deafAfterLanding());
    await vi.waitFor(async () => expect(await roundsLeft()).toBe(before! - 1n), { timeout: 20_000 });
    await deaf.close();
    const [broadcast] = (await outbox.read(roundId))?.broadcasts ?? [];
    expect(await outbox.read(roundId)).toMatchObject({ state: 'pending', attempts: 0 });

    world.rpc.setClock(START_SECONDS + BigInt(WINDOW_SECONDS + CLOSABLE_SECONDS));
    await world.send(
      world.owner,
      instructions.closeRound({ programId: world.programId, gatewayAuthority: world.gateway.address, round: receipt }),
    );
    expect((await world.reader.receipt(receipt)).ownerMatches).toBe(false);
    await age(redis, roundId, (WINDOW_SECONDS + CLOSABLE_SECONDS) * 1_000);
    // The blockhash of what was sent expires.
    const sender = world.senderOf(world.owner);
    for (let block = 0; block < 152; block += 1) await sender.build([], { computeUnitLimit: 1 });

    await startWorker();
    const settled = await vi.waitFor(
      async () => {
        const record = await outbox.read(roundId);
        if (record === null || record.state === 'pending') throw new Error(String(record?.reason));
        return record;
      },
      { timeout: 30_000, interval: 50 },
    );
    expect(settled).toMatchObject({ state: 'settled', settlement: { signature: broadcast?.signature } });
    expect(await roundsLeft()).toBe(before! - 1n);
    expect(await outbox.figures()).toMatchObject({ pending: 0, totals: { settled: 1, lapsed: 0 } });
  },
);

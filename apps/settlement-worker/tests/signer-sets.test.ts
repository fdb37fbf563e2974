import { connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { gatewayAddress, signerSetAddress } from '@oracle-gateway/protocol/accounts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createWorld, NETWORK, START_SECONDS, type World } from '../../../packages/ledger/tests/world.js';
import { createSettlementWorker, type SettlementWorker } from '../src/index.js';
import { serveRound } from './support/served-round.js';

/** Every world of this kind has the same gateway: this one's records are in a database of their own. */
const redisUrl = `${inject('redisUrl')}/1`;
const redis = connectRedis(redisUrl);
let world: World;
let outbox: Outbox;
let worker: SettlementWorker;
let url: string;
beforeAll(async () => {
  world = await createWorld(3);
  const { programId, gateway } = world;
  outbox = createOutbox({ redis, gateway: gatewayAddress(programId, gateway.address), identityTtlSeconds: 60, resultTtlSeconds: 60 });
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
    { rpcUrl: 'http://ledger.test', outboxUrl: redisUrl, gatewayKeypair: gateway },
    { fetch: world.rpc.fetch, logger: pino({ level: 'silent' }) },
  );
  await serve(0, 12);
  ({ url } = (await worker.listen()) as { url: string });
});
afterAll(async () => {
  await worker.close();
  redis.disconnect();
});

async function serve(from: number, count: number): Promise<void> {
  for (let index = from; index < from + count; index += 1) await serveRound(world, outbox, Number(START_SECONDS) + index);
}

async function untilSettled(count: number): Promise<void> {
  await vi.waitFor(async () => expect((await outbox.figures()).totals.settled).toBe(count), { timeout: 30_000, interval: 50 });
}

async function transactions(): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  return Number(/^oracle_settlement_transactions_total (\d+)$/m.exec(text)?.[1]);
}

it('rounds whose signers recur share a transaction by three, and by four once the program knows the set', { timeout: 90_000 }, async () => {
  await untilSettled(12);
  expect(await transactions()).toBe(4);

  const signersBitmap = new Uint8Array(32);
  signersBitmap[31] = 0b11;
  const address = signerSetAddress(world.programId, { registryVersion: 1n, signersBitmap });
  await vi.waitFor(() => expect(world.rpc.svm.getAccount(address)).not.toBeNull(), { timeout: 30_000, interval: 100 });
  // Seen at the next look for it.
  await vi.waitFor(
    async () => {
      const [settled, before] = [(await outbox.figures()).totals.settled, await transactions()];
      await serve(settled, 4);
      await untilSettled(settled + 4);
      expect((await transactions()) - before).toBe(1);
    },
    { timeout: 60_000, interval: 1_000 },
  );
});

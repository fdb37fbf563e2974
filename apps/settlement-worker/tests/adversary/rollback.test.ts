import { connectRedis, createOutbox, subscriptionAccount, type Outbox, type RoundRecord } from '@oracle-gateway/outbox';
import {
  attestationMessage,
  deriveDeploymentId,
  deriveFeedId,
  formatAddress,
  roundAddress,
  roundIdOf,
  toHex,
  toUnixMs,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { gatewayAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createWorld, NETWORK, START_SECONDS, type World } from '../../../../packages/ledger/tests/world.js';
import { createSettlementWorker, type SettlementWorker } from '../../src/index.js';

/** Settled rounds are looked up at `finalized` after fifteen seconds; for this worker they are over at once. */
const AHEAD_MS = 20_000;

const redis = connectRedis(inject('redisUrl'));
let world: World;
let outbox: Outbox;
let worker: SettlementWorker;
const logLines: string[] = [];
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
      fetch: world.rpc.fetch,
      logger: pino({ level: 'info' }, { write: (line) => logLines.push(line) }),
      nowMs: () => Date.now() + AHEAD_MS,
    },
  );
});
afterAll(async () => {
  await worker.close();
  redis.disconnect();
});

/** Serves a round that the program accepts, as a gateway does. */
async function serve(timestampSeconds: number) {
  const { programId, owner } = world;
  const round = world.settlement(2, timestampSeconds);
  const { sourceId, value, registryVersion, signaturesRequired } = round;
  const roundId = roundIdOf(roundAddress({ ...round, timestampSeconds: unixSeconds(timestampSeconds) }));
  const feedId = deriveFeedId({ owner: owner.address, sourceId, signaturesRequired });
  const message = attestationMessage({
    deploymentId: deriveDeploymentId({ programId, network: NETWORK }),
    feedId,
    value,
    sourceId,
    registryVersion,
    signaturesRequired,
    timestampMs: toUnixMs(unixSeconds(timestampSeconds)),
  });
  const hold = { account: subscriptionAccount(owner.address), units: 1, available: 1_000n, slot: 0, until: 'settled' } as const;
  const reserved = await outbox.reserve({ path: 'subscription', roundId, deadlineMs: 60_000, maxInFlight: 10, holds: [hold] });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  const settlement = {
    subscriptionOwner: formatAddress(owner.address),
    consumerAuthority: formatAddress(owner.address),
    sourceId: toHex(sourceId),
    value: toHex(value),
    message: toHex(message),
    signaturesRequired,
    timestampSeconds,
    registryVersion: registryVersion.toString(),
    registryCount: round.registryCount,
    s: toHex(round.s),
    commitment: toHex(round.commitment),
    aggregateKey: toHex(round.keyForm.aggregateKey),
    signersBitmap: toHex(round.signersBitmap),
  };
  await outbox.commit({ roundId, token: reserved.token, settlement, result: '{}' });
  return { roundId, receipt: roundAddress({ ...round, timestampSeconds: unixSeconds(timestampSeconds) }) };
}

async function roundsLeft() {
  return (await world.reader.subscription(world.owner.address, { fresh: true })).value?.roundsLeft;
}

it('a settlement that is rolled back is pending again, is settled again, once, and is final only then', { timeout: 90_000 }, async () => {
  const { roundId, receipt } = await serve(Number(START_SECONDS));
  const subscription = subscriptionAddress(world.programId, world.owner.address);
  const rollBack = world.rpc.remember([receipt, subscription, world.gateway.address]);
  const before = await roundsLeft();
  const untilRecord = (isWanted: (record: RoundRecord) => boolean) =>
    vi.waitFor(
      async () => {
        const record = await outbox.read(roundId);
        if (record === null || !isWanted(record)) throw new Error(`${String(record?.state)} ${JSON.stringify(record?.settlement)}`);
        return record;
      },
      { timeout: 30_000, interval: 10 },
    );

  await worker.listen();
  expect((await untilRecord(({ state }) => state === 'settled')).settlement).toMatchObject({ final: false });
  expect(await roundsLeft()).toBe(before! - 1n);

  rollBack();
  expect([await roundsLeft(), (await world.reader.receipt(receipt)).ownerMatches]).toEqual([before, false]);
  await vi.waitFor(() => expect(logLines.join('')).toContain('the settlement was rolled back'), { timeout: 30_000 });

  const final = await untilRecord(({ settlement }) => settlement?.final === true);
  expect(final).toMatchObject({ state: 'settled', attempts: 0 });
  expect((await world.reader.receipt(receipt)).ownerMatches).toBe(true);
  expect(await roundsLeft()).toBe(before! - 1n);
  expect(await outbox.figures()).toMatchObject({ pending: 0, unfinal: 0, totals: { settled: 2 } });
});

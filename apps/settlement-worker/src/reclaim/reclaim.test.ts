import { createRpcServers, instructions } from '@oracle-gateway/ledger';
import { connectRedis } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { parseAddress, roundAddress, roundIdOf, unixSeconds, type RoundId } from '@oracle-gateway/protocol';
import { gatewayAddress, signerSetAddress } from '@oracle-gateway/protocol/accounts';
import { base58 } from '@scure/base';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { solePayer } from '../../tests/support/sole-payer.js';
import { createWorld, keypair, NETWORK, settle, START_SECONDS, type World } from '@oracle-gateway/ledger/testing';
import { FakeRpc } from '../../tests/support/fake-rpc.js';
import { gatewayAccount, receiptAccount } from '../../tests/support/program-accounts.js';
import { emptyOutbox, GATEWAY, GATEWAY_AUTHORITY, PROGRAM_ID } from '../../tests/support/rounds.js';
import { Agent, AGENT_PRICE } from '../../tests/support/served-agent-round.js';
import { workerParts } from '../../tests/support/worker-parts.js';
import { createMetrics } from '../telemetry/metrics.js';
import { createSettlementLedger } from '../ledger/settlement-ledger.js';
import { createReceiptIndex, type ReceiptIndex } from './receipt-index.js';
import { createSignerSetIndex, type SignerSetIndex } from '../signer-sets/signer-set-index.js';
import { createReclaimStep, RECLAIM_INTERVAL_MS } from './reclaim.js';

const WINDOW_SECONDS = 21_600;
/** Closings that fill a transaction. */
const FULL = 24;
/** Rent of 80 bytes. */
const RECEIPT_LAMPORTS = 1_447_680;
/** Rent of 152 bytes. */
const SIGNER_SET_LAMPORTS = 1_948_800;
const FEE_LAMPORTS = 5_000;

const redis = connectRedis(inject('redisUrl'));
let world: World;
let receipts: ReceiptIndex;
let paidSets: SignerSetIndex;
let metrics: ReturnType<typeof createMetrics>;
beforeAll(async () => {
  world = await createWorld(3);
  const gateway = sampleAddress();
  receipts = createReceiptIndex({ redis, gateway });
  paidSets = createSignerSetIndex({ redis, gateway });
  metrics = createMetrics();
});
afterAll(() => redis.disconnect());

/** Settles a round, as a worker does, and remembers its receipt. */
async function settled(timestampSeconds: number): Promise<RoundId> {
  await settle(world, 2, timestampSeconds);
  const roundId = roundIdOf(roundAddress({ ...world.settlement(2, timestampSeconds), timestampSeconds: unixSeconds(timestampSeconds) }));
  await receipts.add([{ roundId, timestampSeconds }]);
  return roundId;
}

async function run(): Promise<void> {
  const { programId, gateway } = world;
  await endTurn();
  const ledger = createSettlementLedger({
    servers: createRpcServers({ rpcUrls: ['http://ledger.test'], network: NETWORK, fetch: world.rpc.fetch }),
    signer: gateway,
    priorityFee: { percentile: 75, capMicroLamports: 0 },
    metrics,
  });
  await createReclaimStep({
    ledger,
    programId,
    gateway: gatewayAddress(programId, gateway.address),
    payers: solePayer(gateway),
    receipts,
    paidSets,
    workerId: 'a',
    metrics,
    logger: pino({ level: 'silent' }),
    monotonicMs: () => performance.now(),
  })();
}

async function endTurn(): Promise<void> {
  await redis.del(...(await redis.keys('*:reclaim-turn')), 'none');
}
function isThere(roundId: RoundId): boolean {
  return (world.rpc.svm.getAccount(parseAddress(roundId))?.lamports() ?? 0n) > 0n;
}
function gatewayLamports(): number {
  return Number(world.rpc.svm.getAccount(world.gateway.address)?.lamports() ?? 0n);
}
async function countedLamports(): Promise<number> {
  return (await metrics.reclaimedLamports.get()).values[0]?.value ?? 0;
}
function indexed() {
  return receipts.due({ beforeSeconds: Number.MAX_SAFE_INTEGER, limit: 1_000 });
}

it('receipts are closed when their rounds can settle no more, and not before; their lamports come back and are counted', async () => {
  const start = Number(START_SECONDS);
  const rounds: RoundId[] = [];
  for (let index = 0; index < FULL; index += 1) rounds.push(await settled(start + index));
  const lamports = gatewayLamports();

  world.rpc.setClock(BigInt(start + WINDOW_SECONDS + 100));
  await run();
  expect([rounds.every(isThere), gatewayLamports()]).toEqual([true, lamports]);

  world.rpc.setClock(BigInt(start + FULL + WINDOW_SECONDS + 121));
  await run();
  expect(rounds.some(isThere)).toBe(false);
  expect(gatewayLamports()).toBe(lamports + FULL * RECEIPT_LAMPORTS - FEE_LAMPORTS);
  expect(await indexed()).toEqual([]);
  const told = await metrics.registry.metrics();
  expect(told).toContain(`oracle_settlement_reclaimed_receipts_total ${FULL}`);
  expect(told).toContain(`oracle_settlement_reclaimed_lamports_total ${FULL * RECEIPT_LAMPORTS}`);
});

it('the account of an agent’s round is closed as a receipt is, and its escrow stays', async () => {
  const start = Number(START_SECONDS) + 50_000;
  world.rpc.setClock(BigInt(start));
  const agent = new Agent(world, keypair('agent'));
  await agent.fund(AGENT_PRICE);
  const { instruction, address } = await agent.round(start);
  await world.send(world.gateway, instruction);
  await receipts.add([{ roundId: roundIdOf(address), timestampSeconds: start }]);
  const lamports = gatewayLamports();
  world.rpc.setClock(BigInt(start + WINDOW_SECONDS + 722));
  await run();
  expect([isThere(roundIdOf(address)), isThere(roundIdOf(agent.escrow))]).toEqual([false, true]);
  expect(gatewayLamports()).toBe(lamports + RECEIPT_LAMPORTS - FEE_LAMPORTS);
});

it('rent goes to the key that the Gateway account names when the account is closed', async () => {
  const { programId, authority, gateway, rpc } = world;
  const start = Number(START_SECONDS) + 75_000;
  rpc.setClock(BigInt(start));
  const roundId = await settled(start);
  const named = { programId, signer: authority.address, gateway: gatewayAddress(programId, gateway.address), rotator: null };
  const savings = keypair('savings').address;
  await world.send(authority, instructions.updateGateway({ ...named, rentTo: savings }));
  rpc.setClock(BigInt(start + WINDOW_SECONDS + 722));
  await run();
  expect(isThere(roundId)).toBe(false);
  expect(Number(rpc.svm.getAccount(savings)?.lamports() ?? 0n)).toBe(RECEIPT_LAMPORTS);
  await world.send(authority, instructions.updateGateway({ ...named, rentTo: gateway.address }));
});

it('what fills no transaction waits ten minutes for others; what is gone is forgotten', async () => {
  const start = Number(START_SECONDS) + 100_000;
  world.rpc.setClock(BigInt(start));
  const roundId = await settled(start);
  const gone = roundIdOf(world.owner.address);
  await receipts.add([{ roundId: gone, timestampSeconds: start }]);
  world.rpc.setClock(BigInt(start + WINDOW_SECONDS + 121));
  await run();
  expect((await indexed()).map((entry) => entry.roundId)).toEqual([roundId]);
  expect(isThere(roundId)).toBe(true);
  world.rpc.setClock(BigInt(start + WINDOW_SECONDS + 722));
  await run();
  expect(isThere(roundId)).toBe(false);
});

it.each([
  ['what is left over of a hundred fills a transaction with the next ones', 5],
  ['a run goes on while pages are full, however many there are', 105],
])('%s', async (_rule, transactions) => {
  const start = Number(START_SECONDS);
  const rpc = await FakeRpc.start({ programId: PROGRAM_ID, network: NETWORK, clockSeconds: start + 100_000, settleWindowSeconds: 1n });
  rpc.put(GATEWAY, gatewayAccount({ authority: GATEWAY_AUTHORITY }));
  rpc.onBroadcast = (transaction) => {
    rpc.landed.set(base58.encode(transaction.subarray(1, 65)), { slot: 1, err: null });
    return Promise.resolve('lose');
  };
  const ofOthers = createReceiptIndex({ redis, gateway: sampleAddress() });
  for (let index = 0; index < transactions * FULL; index += 1) {
    const receipt = sampleAddress();
    rpc.put(receipt, receiptAccount(sampleAddress()));
    await ofOthers.add([{ roundId: roundIdOf(receipt), timestampSeconds: start }]);
  }
  // A clock that stands: the run is not cut short on a slow machine.
  const parts = { ...workerParts({ outbox: {} as never, rpcUrl: rpc.url }), monotonicMs: () => 0 };
  await createReclaimStep({ ...parts, receipts: ofOthers, paidSets })();
  expect(rpc.broadcasts).toHaveLength(transactions);
  expect(await ofOthers.due({ beforeSeconds: Number.MAX_SAFE_INTEGER, limit: 1 })).toEqual([]);
  await rpc.close();
});

it('one worker at a time does it, once in each interval', async () => {
  expect(await receipts.takeTurn('a', RECLAIM_INTERVAL_MS)).toBe(false);
  await endTurn();
  expect(await receipts.takeTurn('a', RECLAIM_INTERVAL_MS)).toBe(true);
  expect(await receipts.takeTurn('b', RECLAIM_INTERVAL_MS)).toBe(false);
});

it('a receipt that the program does not let go holds up no other', async () => {
  const start = Number(START_SECONDS) + 200_000;
  world.rpc.setClock(BigInt(start));
  const rounds = [await settled(start), await settled(start + 1)];
  world.rpc.setClock(BigInt(start + WINDOW_SECONDS + 800));
  const young = await settled(start + WINDOW_SECONDS + 800);
  // Remembered as older than it is: the program finds it still in use.
  await receipts.remove([young]);
  await receipts.add([{ roundId: young, timestampSeconds: start }]);
  await run();
  await run();
  expect([rounds.some(isThere), isThere(young)]).toEqual([false, true]);
  expect((await indexed()).map((entry) => entry.roundId)).toEqual([young]);
});

it('a signer set that the gateway paid for is closed when its registry version is over, not before; its lamports are counted', async () => {
  const { programId, gateway, authority } = world;
  const now = Number(START_SECONDS) + 300_000;
  world.rpc.setClock(BigInt(now));
  const { registryVersion, registryCount, signersBitmap, keyForm } = world.settlement(2, now);
  const { aggregateKey } = keyForm;
  const set = { registryVersion, signersBitmap };
  await world.send(gateway, instructions.createSignerSet({ programId, payer: gateway.address, ...set, registryCount, aggregateKey }));
  await paidSets.add(set);
  const address = roundIdOf(signerSetAddress(programId, set));
  await run();
  expect(isThere(address)).toBe(true);

  const changes = [0, 1, 2].map((index) => ({ op: 'set', index }) as const);
  const change = {
    programId,
    authority: authority.address,
    currentVersion: registryVersion,
    redundancyBuffer: 1,
    emergency: false,
    changes,
  };
  await world.send(authority, instructions.changeRegistry(change));
  // Its grace.
  world.rpc.setClock(BigInt(now + 21_600 + 60));
  await run();
  expect(isThere(address)).toBe(true);
  const [lamports, counted] = [gatewayLamports(), await countedLamports()];
  world.rpc.setClock(BigInt(now + 21_600 + 60 + 3_601));
  await run();
  expect(isThere(address)).toBe(false);
  expect(gatewayLamports()).toBe(lamports + SIGNER_SET_LAMPORTS - FEE_LAMPORTS);
  expect(await countedLamports()).toBe(counted + SIGNER_SET_LAMPORTS);
  expect(await paidSets.due({ beforeSeconds: Number.MAX_SAFE_INTEGER, limit: 9 })).toEqual([]);
});

it('a signer set that another party has closed is forgotten', async () => {
  await paidSets.add({ registryVersion: 77n, signersBitmap: new Uint8Array(32).fill(3) });
  await run();
  expect(await paidSets.due({ beforeSeconds: Number.MAX_SAFE_INTEGER, limit: 9 })).toEqual([]);
});

it('receipts that found no room in the index are told once a minute, with the command that finds them', async () => {
  const gateway = sampleAddress();
  const full = createReceiptIndex({ redis, gateway, mostReceipts: 0 });
  await full.add([{ roundId: roundIdOf(world.mint), timestampSeconds: Number(START_SECONDS) }]);
  const logLines: string[] = [];
  const parts = workerParts({ outbox: emptyOutbox(redis), rpcUrl: 'http://127.0.0.1:1', logLines });
  const step = createReclaimStep({ ...parts, receipts: full, paidSets: createSignerSetIndex({ redis, gateway }) });
  await step();
  await step();
  const told = logLines.filter((line) => line.includes('operate rent reclaim'));
  expect(told.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ level: 50, open: 0, forgotten: 1 }]);
});

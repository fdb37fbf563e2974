import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { WorkerWorld } from '../support/worker-in-process.js';

let world: WorkerWorld;
beforeEach(async () => {
  world = await WorkerWorld.open(inject('redisUrl'));
});
afterEach(() => world.close());

const MAX_ROUNDS_A_TRANSACTION = 4;

function signatureOf(transaction: Uint8Array): string {
  return Buffer.from(transaction.subarray(1, 65)).toString('hex');
}

/** Whether a broadcast meets its mishap: every `nth` of the first `until`, at the first time its bytes are sent. */
function everyNth(nth: number): (transaction: Uint8Array) => boolean {
  const seen = new Set<string>();
  let count = 0;
  return (transaction) => {
    const name = signatureOf(transaction);
    if (seen.has(name)) return false;
    seen.add(name);
    count += 1;
    return count % nth === 0;
  };
}

async function settle(count: number): Promise<void> {
  await world.pendingRounds(count);
  await (await world.startWorker()).listen();
  await world.untilSettled(count);
}

describe('an RPC server that is gone for a while', () => {
  it('whatever waited is settled after its return, though the next sweep is an hour away, with no attempt used and every reason told', async () => {
    const rounds = await world.pendingRounds(30);
    // The transactions are built and do not leave: the server goes away just before.
    world.rpc.beforeAnswer = async (method) => {
      if (method === 'sendTransaction') await world.rpc.close();
    };
    await (await world.startWorker({ intervalSeconds: 3_600 })).listen();
    const [first] = rounds;
    const waiting = await world.untilRecord(first!.roundId, ({ reason }) => reason !== undefined);
    expect(waiting.reason).toMatch(/^ledger \w+: no usable answer/);
    world.rpc.beforeAnswer = () => Promise.resolve();
    await world.rpc.open();
    await world.untilSettled(30);
    for (const { roundId } of rounds) expect(await world.outbox.read(roundId)).toMatchObject({ attempts: 0, broadcasts: { length: 1 } });
  });

  it('is asked about once a second, however many rounds wait', async () => {
    await world.pendingRounds(60);
    let isDown = false;
    world.rpc.onCall = () => (isDown ? 'cut' : 'none');
    world.rpc.onBroadcast = () => Promise.resolve('lose');
    await (await world.startWorker()).listen();
    await expect.poll(() => world.rpc.broadcasts.length).toBeGreaterThanOrEqual(60);
    isDown = true;
    await expect.poll(() => world.logLines.join('')).toContain('does not answer; rounds wait');
    const [before, startMs] = [world.rpc.calls.length, performance.now()];
    await expect.poll(() => world.rpc.calls.length - before).toBeGreaterThanOrEqual(4);
    const seconds = (performance.now() - startMs) / 1_000;
    // The probe itself, the sweep of each second, and what was under way.
    expect((world.rpc.calls.length - before) / seconds).toBeLessThan(8);
    isDown = false;
    world.rpc.onBroadcast = () => Promise.resolve('land');
    await world.untilSettled(60);
  });
});

it.each([
  ['HTTP 403', { status: 403 }],
  ['HTTP 404', { status: 404 }],
  ['HTTP 429', 'too_many'],
  ['HTTP 500', { status: 500 }],
  ['garbage', 'garbage'],
  ['nothing', 'hang'],
  ['a cut connection', 'cut'],
] as const)('rounds settle though the question for recent fees is answered by %s', async (_what, mishap) => {
  world.rpc.onCall = (method) => (method === 'getRecentPrioritizationFees' ? mishap : 'none');
  await world.pendingRounds(4);
  await (await world.startWorker({ priorityFee: { percentile: 75, capMicroLamports: 5_000 } })).listen();
  await world.untilSettled(4);
  expect(world.rpc.count('getRecentPrioritizationFees')).toBeGreaterThan(0);
  expect(world.logLines.join('')).not.toContain('does not answer');
});

it('connections that swallow what is sent are replaced', async () => {
  const swallowing = new Set<object>();
  world.rpc.onCall = (_method, connection) => {
    if (world.rpc.calls.length <= 20) swallowing.add(connection);
    return swallowing.has(connection) && world.rpc.calls.length > 10 ? 'hang' : 'none';
  };
  // Thirty transactions: the first of them are what the connections swallow.
  await world.pendingRounds(90);
  await (await world.startWorker()).listen();
  await world.untilSettled(90);
  expect(swallowing.size).toBeGreaterThan(1);
});

describe('one round’s fate is not another’s', () => {
  it('of 400 rounds all settle but those of every 25th transaction, which is dropped again and again, and these when it is not any more', async () => {
    await world.pendingRounds(400);
    const isChosen = everyNth(25);
    const dropped = new Set<string>();
    let isDropping = true;
    world.rpc.onBroadcast = (transaction) => {
      const name = signatureOf(transaction);
      if (isChosen(transaction)) dropped.add(name);
      return Promise.resolve(isDropping && dropped.has(name) ? 'lose' : 'land');
    };
    await (await world.startWorker()).listen();
    const pending = async (): Promise<number> => (await world.outbox.statistics()).pending;
    // No round waits for what is lost.
    await expect.poll(async () => (await pending()) <= dropped.size * MAX_ROUNDS_A_TRANSACTION).toBe(true);
    expect(dropped.size).toBeGreaterThan(2);
    expect(dropped.size * MAX_ROUNDS_A_TRANSACTION).toBeLessThan(100);
    expect(await pending()).toBeGreaterThan(0);
    isDropping = false;
    await world.untilSettled(400);
  });

  it('a broadcast that hangs holds up only the rounds that were sent with it', async () => {
    const rounds = await world.pendingRounds(100);
    const hangs = Buffer.from(rounds[7]!.proof.receipt);
    world.rpc.onBroadcast = (transaction) =>
      Buffer.from(transaction).includes(hangs) ? new Promise(() => undefined) : Promise.resolve('land');
    await (await world.startWorker()).listen();
    const together = 3;
    await expect.poll(async () => (await world.outbox.statistics()).totals.settled).toBe(100 - together);
    world.rpc.onBroadcast = () => Promise.resolve('land');
    await world.untilSettled(100);
    expect(await world.outbox.read(rounds[7]!.roundId)).toMatchObject({ attempts: 0 });
  });
});

describe('calls of the RPC', () => {
  it('a batch of 100 rounds costs at most 2 calls a round', async () => {
    await settle(100);
    expect([...world.rpc.transactionsOf.values()].map(({ size }) => size)).toEqual(Array(100).fill(1));
    expect(world.rpc.calls.length).toBeLessThanOrEqual(200);
  });

  it('a lone round costs at most 10', async () => {
    await settle(1);
    // One of them reads the deployment at the start, two more each sweep.
    expect(world.rpc.calls.length).toBeLessThanOrEqual(10);
  });

  it('150 rounds under a limit of 40 calls a second cost at most 8 calls each, those turned away included', async () => {
    let second = -1;
    let used = 0;
    world.rpc.onCall = () => {
      const now = Math.floor(Date.now() / 1_000);
      if (now !== second) [second, used] = [now, 0];
      used += 1;
      return used > 40 ? 'too_many' : 'none';
    };
    await settle(150);
    expect(world.rpc.calls.length / 150).toBeLessThanOrEqual(8);
    const parked = await world.outbox.parked({ limit: 9 });
    expect(parked).toEqual([]);
  });

  it('an RPC without history, which forgets every signature, is enough', async () => {
    world.rpc.hasHistory = false;
    world.rpc.knowsStatuses = false;
    await settle(20);
    expect([...world.rpc.transactionsOf.values()].map(({ size }) => size)).toEqual(Array(20).fill(1));
  });
});

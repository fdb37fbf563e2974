import { connectRedis, settlementQueuePrefix } from '@oracle-gateway/outbox';
import { parseAddress } from '@oracle-gateway/protocol';
import { beforeAll, describe, expect, it } from 'vitest';

import { gatedWorkerWorld, workerGate } from './gated-worker-world.js';
import type { RpcGate } from './rpc-gate.js';
import { control, execute, expectSettled, roundsLeft, serve, settlementsOnLedger, type ServedRound, type TestWorld } from './test-world.js';

let test: TestWorld;
let gate: RpcGate;
beforeAll(() => {
  test = gatedWorkerWorld();
  gate = workerGate();
});

/** A transaction can land for 150 slots after its blockhash. */
const BLOCKHASH_SLOTS = 151;

function kill(pid: number | undefined): void {
  void process.kill(pid ?? 0, 'SIGKILL');
}

/** However often workers tried: one receipt, one round paid. */
async function expectPaidOnce(served: ServedRound, roundsBefore: bigint): Promise<void> {
  await expectSettled(test, served);
  expect(settlementsOnLedger(test, served.round)).toBe(1);
  expect(await roundsLeft(test, served.round.owner)).toBe(roundsBefore - 1n);
}

async function before(): Promise<bigint> {
  return roundsLeft(test, (await serveAndSettle()).round.owner);
}

async function serveAndSettle(): Promise<ServedRound> {
  const served = await serve(test, { quorum: 2 });
  await expectSettled(test, served);
  return served;
}

describe('a served round is paid exactly once', () => {
  it('when the worker is killed between its broadcast and the confirmation', async () => {
    const roundsBefore = await before();
    const asked = gate.hold('getSignatureStatuses');
    const served = await serve(test, { quorum: 3 });
    await asked;
    expect(settlementsOnLedger(test, served.round)).toBe(1);
    kill(test.world.manifest.pids.worker[0]);
    gate.release();
    await control(test, '/restart', { what: 'worker', index: 0 });
    await expectPaidOnce(served, roundsBefore);
  });

  it('when the worker is killed before its transaction reaches the ledger', async () => {
    const roundsBefore = await before();
    const asked = gate.hold('sendTransaction');
    const served = await serve(test, { quorum: 3 });
    await asked;
    expect(settlementsOnLedger(test, served.round)).toBe(0);
    kill(test.world.manifest.pids.worker[0]);
    gate.release();
    // No worker sends another transaction while the first may still land: let its blockhash expire.
    test.world.ledger.advanceSlots(BLOCKHASH_SLOTS);
    await control(test, '/restart', { what: 'worker', index: 0 });
    await expectPaidOnce(served, roundsBefore);
  });

  it('when the gateway is killed right after its answer', async () => {
    const roundsBefore = await before();
    const served = await serve(test, { quorum: 3 });
    kill(test.world.manifest.pids.gateway);
    await control(test, '/restart', { what: 'gateway' });
    await expectPaidOnce(served, roundsBefore);
    expect((await execute(test, served.round)).status).toBe(409);
  });

  it('when Redis is killed right after the answer', async () => {
    const roundsBefore = await before();
    const served = await serve(test, { quorum: 3 });
    kill(test.world.manifest.pids.redis);
    await control(test, '/restart', { what: 'redis' });
    await expectPaidOnce(served, roundsBefore);
    expect((await execute(test, served.round)).status).toBe(409);
  });

  it('when the whole queue is wiped before any worker saw it', async () => {
    const roundsBefore = await before();
    kill(test.world.manifest.pids.worker[0]);
    const served = await serve(test, { quorum: 3 });
    const redis = connectRedis(test.world.manifest.redisUrl);
    const queueKeys = await redis.keys(`${settlementQueuePrefix(parseAddress(test.world.manifest.gatewayPda))}:settlement:*`);
    expect(queueKeys.length).toBeGreaterThan(0);
    await redis.del(...queueKeys);
    redis.disconnect();
    await control(test, '/restart', { what: 'worker', index: 0 });
    await expectPaidOnce(served, roundsBefore);
  });
});

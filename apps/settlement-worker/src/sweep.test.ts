import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { connectRedis, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { deriveDeploymentId } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { fakeLedger } from '../tests/support/fake-ledger.js';
import { emptyOutbox, NO_RECEIPT, pendingRound, PROGRAM_ID, workerParts } from '../tests/support/rounds.js';
import { createSweep } from './sweep.js';

const WINDOW_SECONDS = 1_000;
const CLOCK_SECONDS = 1_700_000_000;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let woken: string[];
let logLines: string[];
beforeEach(() => {
  outbox = emptyOutbox(redis);
  woken = [];
  logLines = [];
});

const config = () =>
  Promise.resolve({
    minSigners: 2,
    deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network: 'solana:x' }),
    authority: sampleAddress(),
    pendingAuthority: null,
    mint: sampleAddress(),
    registryVersion: 1n,
    versionGraceSeconds: 1n,
    settleWindowSeconds: BigInt(WINDOW_SECONDS),
    withdrawDelaySeconds: 1n,
    oldestAcceptedVersion: 0n,
    prices: {
      x402RoundBase: 0n,
      rewardPerSignature: 0n,
      agentRoundBase: 0n,
      agentRoundPerSig: 0n,
      subscriptionRoundBase: 0n,
      subscriptionRoundPerSig: 0n,
    },
  });
const ledger = fakeLedger({ config, clockSeconds: () => Promise.resolve(CLOCK_SECONDS), receipt: () => Promise.resolve(NO_RECEIPT) });

function sweepOver(overLedger = ledger) {
  const parts = workerParts(outbox, overLedger, logLines);
  const queue = { wake: (roundId: string) => Promise.resolve(void woken.push(roundId)) };
  return { sweep: createSweep({ ...parts, queue }), metrics: parts.metrics.registry };
}

it('every due record is woken, and no other', async () => {
  const { roundId } = await pendingRound(outbox, CLOCK_SECONDS);
  const held = await pendingRound(outbox, CLOCK_SECONDS);
  await outbox.claim({ roundId: held.roundId, workerId: 'other', leaseMs: 60_000 });
  await sweepOver().sweep();
  expect(woken).toEqual([roundId]);
});

it('reservations whose time is over expire', async () => {
  const roundId = sampleRoundId();
  await outbox.reserve({ path: 'subscription', roundId, deadlineMs: 0, maxInFlight: 1, holds: [] });
  await sweepOver().sweep();
  expect((await outbox.read(roundId))?.state).toBe('expired');
});

it('a round lapses when the ledger’s clock has left the window, not a second earlier', async () => {
  const inside = await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS);
  const outside = await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS - 1);
  await sweepOver().sweep();
  expect((await outbox.read(inside.roundId))?.state).toBe('pending');
  expect((await outbox.read(outside.roundId))?.state).toBe('lapsed');
});

it('a record that cannot be read keeps no other from lapsing', async () => {
  const broken = await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS - 2);
  const outside = await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS - 1);
  const [key] = await redis.keys(`*:round:${broken.roundId}`);
  await redis.hset(String(key), 'settlement', '{}');
  const { sweep, metrics } = sweepOver();
  await sweep();
  expect((await outbox.read(outside.roundId))?.state).toBe('lapsed');
  expect(await metrics.metrics()).toContain('oracle_settlement_sweep_failures_total{step="lapse"} 1');
});

it('half the window without a settlement is told once per oldest round', async () => {
  const { roundId } = await pendingRound(outbox, CLOCK_SECONDS - WINDOW_SECONDS / 2 - 1);
  const { sweep } = sweepOver();
  await sweep();
  await sweep();
  expect(logLines.filter((line) => line.includes('half of the settlement window') && line.includes(roundId))).toHaveLength(1);
});

it('a ledger that does not answer stops no other step, and is counted', async () => {
  const { roundId } = await pendingRound(outbox, CLOCK_SECONDS);
  const { sweep, metrics } = sweepOver(
    fakeLedger({ config: () => Promise.reject(new LedgerUnavailableError('getAccountInfo', 'timeout')) }),
  );
  await sweep();
  expect(woken).toEqual([roundId]);
  const text = await metrics.metrics();
  expect(text).toContain('oracle_settlement_sweep_failures_total{step="lapse"} 1');
  expect(text).toContain('oracle_settlement_rounds{state="pending"} 1');
  expect(text).toMatch(/oracle_settlement_oldest_pending_seconds [1-9]/);
});

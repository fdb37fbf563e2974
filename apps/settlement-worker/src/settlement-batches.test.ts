import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSettlementBatches, type SettlementBatches } from './settlement-batches.js';

const INTERVAL_MS = 10_000;
const [A, B, C] = [sampleRoundId(), sampleRoundId(), sampleRoundId()];

let settled: (readonly RoundId[])[];
let batches: SettlementBatches;
let settle: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  settled = [];
  settle = () => Promise.resolve();
  batches = createSettlementBatches({
    limit: 2,
    intervalMs: INTERVAL_MS,
    settle: (roundIds) => {
      settled.push(roundIds);
      return settle();
    },
  });
});
afterEach(async () => {
  await batches.close();
  vi.useRealTimers();
});

it('a full batch does not wait', async () => {
  await Promise.all([batches.add(A), batches.add(B)]);
  expect(settled).toEqual([[A, B]]);
});

it('a smaller batch waits for the end of the interval', async () => {
  const added = batches.add(A);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1);
  expect(settled).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await added;
  expect(settled).toEqual([[A]]);
});

it('an interval without rounds settles nothing', async () => {
  await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS);
  expect(settled).toEqual([]);
});

it('a batch that fails is told to its own rounds only', async () => {
  settle = () => Promise.reject(new Error('broken'));
  const results = await Promise.allSettled([batches.add(A), batches.add(B)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  settle = () => Promise.resolve();
  await Promise.all([batches.add(B), batches.add(C)]);
});

it('closing waits for running batches and lets go of waiting rounds', async () => {
  let finish: () => void = () => undefined;
  settle = () => new Promise((resolve) => (finish = resolve));
  const running = Promise.all([batches.add(A), batches.add(B)]);
  const waiting = batches.add(C);
  let isClosed = false;
  const closing = batches.close().then(() => (isClosed = true));
  await waiting;
  await batches.add(C);
  expect(isClosed).toBe(false);
  finish();
  await Promise.all([running, closing]);
  expect(settled).toEqual([[A, B]]);
});

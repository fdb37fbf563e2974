import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSettlementBatches, type SettlementBatches } from './settlement-batches.js';

const INTERVAL_MS = 10_000;
const [A, B, C] = [sampleRoundId(), sampleRoundId(), sampleRoundId()];

let taken: (readonly RoundId[])[];
let fullness: boolean[];
let batches: SettlementBatches;
let take: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  taken = [];
  fullness = [];
  take = () => Promise.resolve();
  batches = createSettlementBatches({
    limit: 2,
    intervalMs: INTERVAL_MS,
    take: (roundIds, isFull) => {
      taken.push(roundIds);
      fullness.push(isFull);
      return take();
    },
  });
});
afterEach(async () => {
  await batches.close();
  vi.useRealTimers();
});

it('a full batch does not wait', async () => {
  await Promise.all([batches.add(A), batches.add(B)]);
  expect([taken, fullness]).toEqual([[[A, B]], [true]]);
});

it('a smaller batch waits for the end of the interval', async () => {
  const added = batches.add(A);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1);
  expect(taken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await added;
  expect([taken, fullness]).toEqual([[[A]], [false]]);
});

it('an interval without rounds takes nothing', async () => {
  await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS);
  expect(taken).toEqual([]);
});

it('a batch that fails is told to its own rounds only', async () => {
  take = () => Promise.reject(new Error('broken'));
  const results = await Promise.allSettled([batches.add(A), batches.add(B)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  take = () => Promise.resolve();
  await Promise.all([batches.add(B), batches.add(C)]);
});

it('closing waits for batches that are being taken and lets go of waiting rounds', async () => {
  let finish: () => void = () => undefined;
  take = () => new Promise((resolve) => (finish = resolve));
  const running = Promise.all([batches.add(A), batches.add(B)]);
  const waiting = batches.add(C);
  let isClosed = false;
  const closing = batches.close().then(() => (isClosed = true));
  await waiting;
  await batches.add(C);
  expect(isClosed).toBe(false);
  finish();
  await Promise.all([running, closing]);
  expect(taken).toEqual([[A, B]]);
});

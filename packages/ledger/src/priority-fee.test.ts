import { expect, it } from 'vitest';

import { LedgerBusyError, LedgerUnavailableError, RpcRefusalError } from './errors.js';
import { createPriorityFee } from './priority-fee.js';
import type { RpcCall } from './rpc/rpc-client.js';

const METHOD = 'getRecentPrioritizationFees';

function feeOver(answer: () => unknown, input: { percentile?: number; capMicroLamports?: bigint; deadlineMs?: number } = {}) {
  const clock = { ms: 0 };
  let calls = 0;
  const rpc: RpcCall = (method, params) => {
    calls += 1;
    expect([method, params]).toEqual([METHOD, [[]]]);
    return Promise.resolve().then(answer);
  };
  const fee = createPriorityFee({ rpc, percentile: 75, capMicroLamports: 1_000n, monotonicMs: () => clock.ms, ...input });
  const asked = async (): Promise<bigint> => {
    await fee.refresh();
    return fee.current();
  };
  return { fee, asked, clock, calls: () => calls };
}
function slots(...fees: number[]) {
  return fees.map((prioritizationFee, slot) => ({ slot, prioritizationFee }));
}
function throwing(error: Error) {
  return () => {
    throw error;
  };
}

it.each([
  [1, 10n],
  [50, 20n],
  [75, 30n],
  [100, 40n],
])('offers the %d-th percentile of what recent slots took', async (percentile, fee) => {
  expect(await feeOver(() => slots(40, 10, 30, 20), { percentile }).asked()).toBe(fee);
});

it('never offers more than the cap, and nothing when no slot is known', async () => {
  expect(await feeOver(() => slots(5_000)).asked()).toBe(1_000n);
  expect(await feeOver(() => []).asked()).toBe(0n);
});

it('asks every ten seconds, and never when the cap is 0', async () => {
  const { asked, clock, calls } = feeOver(() => slots(7));
  await asked();
  clock.ms = 9_999;
  await asked();
  expect(calls()).toBe(1);
  clock.ms = 10_000;
  await asked();
  expect(calls()).toBe(2);
  const off = feeOver(() => slots(7), { capMicroLamports: 0n });
  expect([await off.asked(), off.calls()]).toEqual([0n, 0]);
});

it.each([
  ['does not know the method', throwing(new RpcRefusalError(METHOD, -32_601, 'Method not found', undefined))],
  ['answers HTTP 403, 404 or 500', throwing(new LedgerUnavailableError(METHOD, 'HTTP status 403'))],
  ['wants fewer calls', throwing(new LedgerBusyError(METHOD, 'too many calls', 60_000))],
  ['answers with garbage', () => ({ fees: 'many' })],
  ['answers with garbage among the fees', () => [{ slot: 1, prioritizationFee: -1 }]],
  ['never answers', () => new Promise(() => undefined)],
])('a server that %s leaves the last known fee, 0 at first, and is asked again after ten seconds', async (_what, broken) => {
  let answer: () => unknown = broken;
  const { asked, clock, calls } = feeOver(() => answer(), { deadlineMs: 5 });
  expect(await asked()).toBe(0n);
  answer = () => slots(7);
  expect([await asked(), calls()]).toEqual([0n, 1]);
  clock.ms = 10_000;
  expect(await asked()).toBe(7n);
  answer = broken;
  clock.ms = 20_000;
  expect([await asked(), calls()]).toEqual([7n, 3]);
});

it('a transaction takes what is known and waits for no answer; one question is under way at a time', async () => {
  let answerNow: (fees: unknown) => void = () => undefined;
  const { fee, calls } = feeOver(() => new Promise((resolve) => (answerNow = resolve)));
  expect([fee.current(), fee.current()]).toEqual([0n, 0n]);
  const asked = fee.refresh();
  await Promise.resolve();
  answerNow(slots(9));
  await asked;
  expect([fee.current(), calls()]).toEqual([9n, 1]);
});

it.each([0, 101, 1.5])('refuses a percentile of %d', (percentile) => {
  expect(() => feeOver(() => [], { percentile })).toThrow(RangeError);
});

import { expect, it } from 'vitest';

import { LedgerUnavailableError, RpcRefusalError } from './errors.js';
import { createPriorityFee } from './priority-fee.js';
import type { RpcCall } from './rpc/rpc-client.js';

function feeOver(answer: () => unknown, input: { percentile?: number; capMicroLamports?: bigint } = {}) {
  const clock = { ms: 0 };
  let calls = 0;
  const rpc: RpcCall = (method, params) => {
    calls += 1;
    expect([method, params]).toEqual(['getRecentPrioritizationFees', [[]]]);
    return Promise.resolve().then(answer);
  };
  const fee = createPriorityFee({ rpc, percentile: 75, capMicroLamports: 1_000n, monotonicMs: () => clock.ms, ...input });
  return { fee, clock, calls: () => calls };
}
function slots(...fees: number[]) {
  return fees.map((prioritizationFee, slot) => ({ slot, prioritizationFee }));
}

it.each([
  [1, 10n],
  [50, 20n],
  [75, 30n],
  [100, 40n],
])('offers the %d-th percentile of what recent slots took', async (percentile, fee) => {
  expect(await feeOver(() => slots(40, 10, 30, 20), { percentile }).fee()).toBe(fee);
});

it('never offers more than the cap, and nothing when no slot is known', async () => {
  expect(await feeOver(() => slots(5_000)).fee()).toBe(1_000n);
  expect(await feeOver(() => []).fee()).toBe(0n);
});

it('asks every ten seconds, and never when the cap is 0', async () => {
  const { fee, clock, calls } = feeOver(() => slots(7));
  await fee();
  clock.ms = 9_999;
  await fee();
  expect(calls()).toBe(1);
  clock.ms = 10_000;
  await fee();
  expect(calls()).toBe(2);
  const off = feeOver(() => slots(7), { capMicroLamports: 0n });
  expect([await off.fee(), off.calls()]).toEqual([0n, 0]);
});

it('a server without the method means no fee; a server that does not answer is the caller’s', async () => {
  const method = 'getRecentPrioritizationFees';
  const refusing = () => {
    throw new RpcRefusalError(method, -32_601, 'Method not found', undefined);
  };
  expect(await feeOver(refusing).fee()).toBe(0n);
  const down = () => {
    throw new LedgerUnavailableError(method, 'timeout');
  };
  await expect(feeOver(down).fee()).rejects.toBeInstanceOf(LedgerUnavailableError);
  await expect(feeOver(() => ({})).fee()).rejects.toThrow('malformed');
});

it.each([0, 101, 1.5])('refuses a percentile of %d', (percentile) => {
  expect(() => feeOver(() => [], { percentile })).toThrow(RangeError);
});

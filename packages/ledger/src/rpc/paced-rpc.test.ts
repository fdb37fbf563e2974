import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { LedgerBusyError, LedgerUnavailableError } from '../errors.js';
import { createPacedRpc } from './paced-rpc.js';
import type { RpcCall } from './rpc-client.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A server that takes `perSecond` calls in each second of the clock and turns the others away. */
function limitedServer(perSecond: number): { rpc: RpcCall; taken: string[]; refusals: () => number } {
  const taken: string[] = [];
  let second = -1;
  let used = 0;
  let refusals = 0;
  return {
    taken,
    refusals: () => refusals,
    rpc: async (method) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const now = Math.floor(Date.now() / 1_000);
      if (now !== second) [second, used] = [now, 0];
      used += 1;
      if (used > perSecond) {
        refusals += 1;
        throw new LedgerBusyError(method, 'too many calls', null);
      }
      taken.push(method);
      return method;
    },
  };
}

function paced(rpc: RpcCall): RpcCall {
  return createPacedRpc({ rpc, monotonicMs: Date.now, random: () => 0.5 });
}

it('a burst of 150 calls at a server that takes 40 a second gets through, with few calls in vain', async () => {
  const server = limitedServer(40);
  const call = paced(server.rpc);
  const startMs = Date.now();
  let endMs = 0;
  const all = Promise.all(Array.from({ length: 150 }, () => call('getSlot', []))).then(() => (endMs = Date.now()));
  await vi.advanceTimersByTimeAsync(14_000);
  await all;
  expect(server.taken).toHaveLength(150);
  expect(endMs - startMs).toBeLessThan(8_000);
  // The server refuses the burst once: the limit is unknown before.
  expect(server.refusals()).toBeLessThan(150);
});

it('while calls wait, reads go first', async () => {
  const order: string[] = [];
  let isBusy = true;
  const call = paced((method) => {
    if (isBusy) return Promise.reject(new LedgerBusyError(method, 'x', 1_000));
    order.push(method);
    return Promise.resolve(null);
  });
  const calls = ['getSlot', 'sendTransaction', 'sendTransaction', 'getMultipleAccounts'].map((method) => call(method, []));
  await vi.advanceTimersByTimeAsync(10);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(calls);
  expect(order).toEqual(['getSlot', 'getMultipleAccounts', 'sendTransaction', 'sendTransaction']);
});

it('a server that never has time is given up after fifteen seconds', async () => {
  const outcome = paced((method) => Promise.reject(new LedgerBusyError(method, 'x', null)))('getSlot', []).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await outcome).toBeInstanceOf(LedgerBusyError);
});

it('any other failure is the caller’s at once', async () => {
  const broken = new LedgerUnavailableError('getSlot', 'x');
  let calls = 0;
  const call = paced(() => {
    calls += 1;
    return Promise.reject(broken);
  });
  await expect(call('getSlot', [])).rejects.toBe(broken);
  expect(calls).toBe(1);
});

it('calls beyond two thousand waiting ones are turned away here', async () => {
  const call = paced((method) => Promise.reject(new LedgerBusyError(method, 'x', 5_000)));
  void call('getSlot', []).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  const outcomes = Array.from({ length: 2_001 }, () => call('getSlot', []).catch((error: unknown) => error));
  expect(await Promise.race(outcomes)).toMatchObject({ message: expect.stringContaining('too many calls wait') as string });
  await vi.advanceTimersByTimeAsync(3_600_000);
});

import type { StoredReading } from '@oracle-gateway/outbox';
import { expect, it } from 'vitest';
import { resetAllReadings } from './readings.js';
import { OperateError } from './operate-error.js';

it('a reset of all readings ends although settlements store as many again', async () => {
  const reading: StoredReading = { quotaKey: 'escrow:any', available: 7n, slot: 5, ageMs: 0, committed: 0n };
  let resets = 0;
  const busy = {
    storedReadings: ({ limit }: { readonly limit: number }) => Promise.resolve(Array.from({ length: limit }, () => reading)),
    resetReading: () => Promise.resolve((resets += 1) > 0),
  };
  const failure: unknown = await resetAllReadings({ outbox: busy }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperateError);
  expect(failure).toMatchObject({
    message: 'readings reset all: 100000 readings are read again from the ledger, and more are stored; repeat the command',
  });
  expect(resets).toBe(100_000);
});

import type { StoredFigure } from '@oracle-gateway/outbox';
import { expect, it } from 'vitest';
import { resetAllFigures } from './figures.js';
import { OperateError } from './operate-error.js';

it('a reset of all figures ends although settlements store as many again', async () => {
  const figure: StoredFigure = { quotaKey: 'escrow:any', available: 7n, slot: 5, ageMs: 0, committed: 0n };
  let resets = 0;
  const busy = {
    storedFigures: ({ limit }: { readonly limit: number }) => Promise.resolve(Array.from({ length: limit }, () => figure)),
    resetFigure: () => Promise.resolve((resets += 1) > 0),
  };
  const failure: unknown = await resetAllFigures({ outbox: busy }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperateError);
  expect(failure).toMatchObject({
    message: 'figures reset all: 100000 figures are read again from the ledger, and more are stored; repeat the command',
  });
  expect(resets).toBe(100_000);
});

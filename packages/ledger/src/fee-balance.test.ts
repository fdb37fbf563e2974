import { LiteSvm } from 'litesvm/dist/internal.js';
import { expect, it } from 'vitest';

import { FEE_BALANCE_RESERVE_LAMPORTS, spendableLamports, rentLamports } from './fee-balance.js';

it.each([0, 80, 112, 165])('the rent of %d bytes is what the runtime asks for', (dataBytes) => {
  expect(rentLamports(dataBytes)).toBe(new LiteSvm().minimumBalanceForRentExemption(BigInt(dataBytes)));
});

it('a fee balance keeps its reserve', () => {
  expect([0n, FEE_BALANCE_RESERVE_LAMPORTS, FEE_BALANCE_RESERVE_LAMPORTS + 7n].map(spendableLamports)).toEqual([0n, 0n, 7n]);
});

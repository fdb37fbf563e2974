import { LiteSvm } from 'litesvm/dist/internal.js';
import { expect, it } from 'vitest';

import { FEE_BALANCE_RESERVE_LAMPORTS, feeBalance, spendableLamports, rentLamports } from './fee-balance.js';

it.each([0, 80, 112, 165])('the rent of %d bytes is what the runtime asks for', (dataBytes) => {
  expect(rentLamports(dataBytes)).toBe(new LiteSvm().minimumBalanceForRentExemption(BigInt(dataBytes)));
});

it('a fee balance keeps its reserve', () => {
  expect([0n, FEE_BALANCE_RESERVE_LAMPORTS, FEE_BALANCE_RESERVE_LAMPORTS + 7n].map(spendableLamports)).toEqual([0n, 0n, 7n]);
});

const FULL = FEE_BALANCE_RESERVE_LAMPORTS + 7n;

it.each([
  ['no account', [], 0n],
  ['one account', [FULL], FULL],
  ['one account below its reserve', [5n], 5n],
  ['accounts that each keep a reserve', [FULL, FULL, FULL], FULL + 14n],
  ['a full account beside an empty one', [0n, FULL], FULL],
])('the fee balance of %s is what settlements may take, and one reserve', (_, lamports, expected) => {
  expect(feeBalance(lamports)).toBe(expected);
});

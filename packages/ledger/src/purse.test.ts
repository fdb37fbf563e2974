import { LiteSvm } from 'litesvm/dist/internal.js';
import { expect, it } from 'vitest';

import { PURSE_RESERVE_LAMPORTS, purseLamports, rentLamports } from './purse.js';

it.each([0, 80, 112, 165])('the rent of %d bytes is what the runtime asks for', (dataBytes) => {
  expect(rentLamports(dataBytes)).toBe(new LiteSvm().minimumBalanceForRentExemption(BigInt(dataBytes)));
});

it('a purse keeps its reserve', () => {
  expect([0n, PURSE_RESERVE_LAMPORTS, PURSE_RESERVE_LAMPORTS + 7n].map(purseLamports)).toEqual([0n, 0n, 7n]);
});

import { expect, it } from 'vitest';
import { leastAvailable } from './record-reads.js';

const read = { available: 100n, slot: 7 };

it.each([
  ['no reading is stored', null, 100n],
  ['the stored one is of a lower slot', { available: 40n, slot: 6 }, 100n],
  ['a settlement of the same slot left less', { available: 40n, slot: 7 }, 40n],
  ['a later settlement left less', { available: 40n, slot: 9 }, 40n],
  ['a stored reading of a higher slot allows more', { available: 140n, slot: 9 }, 100n],
])('of the units of the ledger: %s', (_case, reading, available) => {
  expect(leastAvailable(read, reading)).toBe(available);
});

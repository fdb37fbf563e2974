import { expect, it } from 'vitest';
import { CorruptRecordError } from '../records/errors.js';
import { availableInput, decodeHolds, encodeHolds } from './hold-text.js';

it('holds are read back as they were written', () => {
  const holds = [
    { quotaKey: 'subscription:any', units: 1, until: 'settled', basis: 'ledger' },
    { quotaKey: 'in-flight:any', units: Number.MAX_SAFE_INTEGER, until: 'answered', basis: 'fixed' },
  ] as const;
  expect(decodeHolds(encodeHolds(holds))).toEqual(holds);
  expect(decodeHolds(encodeHolds([]))).toEqual([]);
});

it.each(['a', 'a 1 s', 'a 0 sl', 'a 1 ll', 'a 1 ss', 'a 1 sl\n', 'a 1 settled ledger'])('%j is refused', (text) => {
  expect(() => decodeHolds(text)).toThrow(CorruptRecordError);
});

it('what is available beyond exact doubles is held as the largest exact one, less than nothing is refused', () => {
  expect(availableInput(5n)).toBe('5');
  expect(availableInput(2n ** 64n - 1n)).toBe('9007199254740991');
  expect(() => availableInput(-1n)).toThrow(RangeError);
});

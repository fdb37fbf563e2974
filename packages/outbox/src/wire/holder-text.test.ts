import { expect, it } from 'vitest';
import { CorruptRecordError } from '../records/errors.js';
import { sampleRoundId } from '../testing/index.js';
import { countedInput, decodeHolder, MAX_HOLDERS } from './holder-text.js';

const roundId = sampleRoundId();

it('a holder is read back as it was named', () => {
  const counted = [
    { roundId, units: 1 },
    { roundId: sampleRoundId(), units: Number.MAX_SAFE_INTEGER },
  ];
  expect(countedInput({ slot: 1, counted })?.map(decodeHolder)).toEqual(counted);
  expect(countedInput({ slot: 1 })).toBeUndefined();
});

it.each(['', roundId, `:${roundId}`, `0:${roundId}`, `1:${roundId} `, '1:', '1:0', `9007199254740993:${roundId}`])(
  '%j is no holder',
  (member) => {
    expect(() => decodeHolder(member)).toThrow(CorruptRecordError);
  },
);

it('a round that is named twice would be left out twice, and is refused', () => {
  const holder = { roundId, units: 1 };
  expect(() => countedInput({ slot: 1, counted: [holder, { ...holder, units: 2 }] })).toThrow(RangeError);
});

it.each([0, 1.5, -1])('%d units belong to no holder', (units) => {
  expect(() => countedInput({ slot: 1, counted: [{ roundId, units }] })).toThrow(RangeError);
});

it('a fixed cap counts no round, and a reading no more than can be named', () => {
  expect(() => countedInput({ slot: null, counted: [{ roundId, units: 1 }] })).toThrow(RangeError);
  const many = Array.from({ length: MAX_HOLDERS + 1 }, () => ({ roundId: sampleRoundId(), units: 1 }));
  expect(() => countedInput({ slot: 1, counted: many })).toThrow(RangeError);
  expect(() => countedInput({ slot: 1, counted: many.slice(1) })).not.toThrow();
});

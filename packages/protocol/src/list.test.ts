import { describe, expect, it } from 'vitest';
import { toHex } from './hex.js';
import { deriveListId, type ListEntry, listGroups, listValue } from './list.js';
import type { SourceId } from './source-id.js';

function sourceId(seed: number): SourceId {
  return new Uint8Array(32).fill(seed) as SourceId;
}

function sourceIds(count: number): SourceId[] {
  return Array.from({ length: count }, (_, place) => sourceId(place + 1));
}

function entries(count: number): ListEntry[] {
  return sourceIds(count).map((id) => ({ sourceId: id, value: id }));
}

describe('a list id', () => {
  it.each([0, 1, 33])('is not made of %i sources', (count) => {
    expect(() => deriveListId({ sourceIds: sourceIds(count), minValues: 1 })).toThrow(RangeError);
  });

  it.each([0, 3, 1.5, Number.NaN])('is not made for %d values of two', (minValues) => {
    expect(() => deriveListId({ sourceIds: sourceIds(2), minValues })).toThrow(RangeError);
  });

  it('is not made of one source twice', () => {
    expect(() => deriveListId({ sourceIds: [sourceId(1), sourceId(2), sourceId(1)], minValues: 1 })).toThrow('distinct');
  });

  it('is not made of other than 32 bytes', () => {
    expect(() => deriveListId({ sourceIds: [sourceId(1), new Uint8Array(31) as SourceId], minValues: 1 })).toThrow('sourceId');
  });

  it('depends on the order of the sources and on the number of values', () => {
    const [one, other] = [sourceId(1), sourceId(2)];
    const made = [
      { sourceIds: [one, other], minValues: 2 },
      { sourceIds: [other, one], minValues: 2 },
      { sourceIds: [one, other], minValues: 1 },
    ].map((input) => toHex(deriveListId(input)));
    expect(new Set(made).size).toBe(3);
  });
});

describe('the value of a list', () => {
  it.each([0, 1, 33])('is not made of %i entries', (count) => {
    expect(() => listValue(entries(count))).toThrow(RangeError);
  });

  it('is not made of a value of other than 32 bytes', () => {
    expect(() => listValue([...entries(1), { sourceId: sourceId(2), value: new Uint8Array(31) }])).toThrow('value');
  });

  it.each([
    [2, [130]],
    [4, [260]],
    [5, [260, 65]],
    [32, [260, 260, 260, 260, 260, 260, 260, 260]],
  ])('has groups of four: %i entries', (count, lengths) => {
    expect(listGroups(entries(count)).map((group) => group.length)).toEqual(lengths);
  });

  it('of an absent entry is not that of a zero', () => {
    const [first] = entries(1);
    const values = [new Uint8Array(32), null].map((value) => toHex(listValue([first!, { sourceId: sourceId(2), value }])));
    expect(values[0]).not.toBe(values[1]);
  });
});

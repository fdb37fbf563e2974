import { describe, expect, it } from 'vitest';
import { type Combine, combineNumbers, deriveIndexId, indexText } from './combine.js';
import { toHex } from './hex.js';
import type { SourceId } from './source-id.js';

const combine: Combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 5_000, decimals: 8 };

function sourceIds(...seeds: number[]): SourceId[] {
  return seeds.map((seed) => new Uint8Array(32).fill(seed) as SourceId);
}

function many(count: number): SourceId[] {
  return sourceIds(...Array.from({ length: count }, (_, place) => place + 1));
}

describe('an index id', () => {
  it.each([0, 1, 33])('is not made of %i sources', (count) => {
    expect(() => deriveIndexId({ sourceIds: many(count), combine })).toThrow(RangeError);
  });

  it.each([0, 1, 4, 2.5, Number.NaN])('is not made for %d sources that agree of three', (minSources) => {
    expect(() => deriveIndexId({ sourceIds: many(3), combine: { ...combine, minSources } })).toThrow('minSources');
  });

  it('is not made of one source twice', () => {
    expect(() => deriveIndexId({ sourceIds: sourceIds(1, 2, 1), combine })).toThrow('distinct');
  });

  it('is not made of other than 32 bytes', () => {
    expect(() => deriveIndexId({ sourceIds: [...many(1), new Uint8Array(31) as SourceId], combine })).toThrow('sourceId');
  });

  it.each([
    ['maxDeviationBps', 65_536],
    ['maxAgeMs', 2 ** 32],
    ['decimals', 256],
    ['maxDeviationBps', -1],
    ['maxAgeMs', 0.5],
  ])('is not made of a number that its field cannot hold: %s %d', (member, value) => {
    expect(() => deriveIndexId({ sourceIds: many(2), combine: { ...combine, [member]: value } })).toThrow(RangeError);
  });

  it('depends on each number and each source, and on no order', () => {
    const variants = [
      { sourceIds: many(3), combine },
      { sourceIds: many(4), combine },
      { sourceIds: sourceIds(1, 2, 9), combine },
      { sourceIds: many(3), combine: { ...combine, minSources: 3 } },
      { sourceIds: many(3), combine: { ...combine, maxDeviationBps: 51 } },
      { sourceIds: many(3), combine: { ...combine, maxAgeMs: 5_001 } },
      { sourceIds: many(3), combine: { ...combine, decimals: 9 } },
    ];
    expect(new Set(variants.map((input) => toHex(deriveIndexId(input)))).size).toBe(variants.length);
    expect(deriveIndexId({ sourceIds: sourceIds(3, 1, 2), combine })).toEqual(deriveIndexId({ sourceIds: many(3), combine }));
  });

  it('is the hash of 53 bytes and 32 for each source', () => {
    expect([2, 32].map((count) => indexText({ sourceIds: many(count), combine }).length)).toEqual([117, 1_077]);
  });
});

it('an index without a source that answered has no value', () => {
  expect(combineNumbers([], combine)).toBeNull();
  expect(combineNumbers([null, null], combine)).toBeNull();
});

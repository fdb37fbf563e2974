import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import ids from '@oracle-gateway/vectors/list-id.json' with { type: 'json' };
import values from '@oracle-gateway/vectors/list-value.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import { deriveListId, type ListEntry, listGroups, listValue } from './list.js';
import type { SourceId } from './source-id.js';

function idOf(hex: string): SourceId {
  return fromHex(hex) as SourceId;
}

describe('a list id', () => {
  it.each(ids.vectors)('of $sourceIds.length sources that needs $minValues matches the vector', ({ sourceIds, minValues, hash }) => {
    expect(toHex(deriveListId({ sourceIds: sourceIds.map(idOf), minValues }))).toBe(hash);
  });
});

describe('the value of a list', () => {
  it.each(values.vectors)('matches the vector: $name', (vector) => {
    const entries = vector.sourceIds.map((sourceId, place): ListEntry => {
      const value = vector.values[place] ?? null;
      return { sourceId: idOf(sourceId), value: value === null ? null : fromHex(value) };
    });
    expect(listGroups(entries).map((group) => toHex(keccak_256(group)))).toEqual(vector.groups);
    expect(toHex(listValue(entries))).toBe(vector.value);
  });
});

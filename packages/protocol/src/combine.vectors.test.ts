import { describe, expect, it } from 'vitest';
import ids from '@oracle-gateway/vectors/index-id.json' with { type: 'json' };
import values from '@oracle-gateway/vectors/index-value.json' with { type: 'json' };
import { type Combine, combineNumbers, deriveIndexId, indexText } from './combine.js';
import { parseDecimal } from './decimal.js';
import { fromHex, toHex } from './hex.js';
import type { SourceId } from './source-id.js';
import { unixMs } from './units.js';

type Numbers = Omit<Combine, 'rule' | 'maxDeviation'> & { readonly maxDeviation: string | null };

function combineOf({ minSources, maxDeviationBps, maxDeviation, maxAgeMs, decimals }: Numbers): Combine {
  const amount = maxDeviation === null ? {} : { maxDeviation };
  return { rule: 'median', minSources, maxDeviationBps, ...amount, maxAgeMs, decimals };
}

describe('an index id', () => {
  it.each(ids.vectors)('of $sourceIds.length sources matches the vector, and so does its text', (vector) => {
    const input = { sourceIds: vector.sourceIds.map((id) => fromHex(id) as SourceId), combine: combineOf(vector) };
    expect(toHex(indexText(input))).toBe(vector.preimage);
    expect(toHex(deriveIndexId(input))).toBe(vector.hash);
    expect(deriveIndexId({ ...input, sourceIds: input.sourceIds.toReversed() })).toEqual(deriveIndexId(input));
  });
});

describe('the value of an index at a node', () => {
  it.each(values.vectors)('matches the vector: $name', (vector) => {
    const numbers = vector.numbers.map((one) =>
      one === null ? null : { decimal: parseDecimal(one.text), receivedAtMs: unixMs(one.receivedAtMs) },
    );
    const value = combineNumbers(numbers, combineOf({ ...vector, maxAgeMs: 1 }));
    expect(value === null ? null : toHex(value.value)).toBe(vector.value);
    expect(value === null ? null : value.receivedAtMs).toBe(vector.receivedAtMs);
  });
});

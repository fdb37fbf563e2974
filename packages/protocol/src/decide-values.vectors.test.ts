import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/decided-values.json' with { type: 'json' };
import type { Aggregation } from './api-config.js';
import { type DecidingSubject, decideValues } from './decide-values.js';
import { toForm } from './form.js';
import { fromHex, toHex } from './hex.js';
import type { ObservationSet } from './observation-set.js';
import type { SourceId } from './source-id.js';
import { unixMs } from './units.js';

type Vector = (typeof file.vectors)[number];

function aggregationOf(rule: Vector['rules'][number]): Aggregation | undefined {
  return rule === null ? undefined : { mode: 'tolerance', rule: 'median', ...rule, numeric: { type: 'int256', decimals: 0 } };
}

function parseSubjectWith({ form, sourceIds, rules, minValues }: Vector): DecidingSubject {
  const sources = sourceIds.map((id) => ({ sourceId: fromHex(id) as SourceId }));
  return { form: toForm(form), sources, rules: rules.map(aggregationOf), minValues };
}

function setOf({ fixedAtMs, observations }: Vector): ObservationSet {
  return {
    fixedAtMs: unixMs(fixedAtMs),
    observations: observations.map(({ index, values }) => ({
      index,
      values: values.map((one) => one && { value: fromHex(one.value), receivedAtMs: unixMs(one.receivedAtMs) }),
    })),
  };
}

describe('what a set decides', () => {
  it.each(file.vectors)('matches the vector: $name', (vector) => {
    const decided = decideValues(setOf(vector), parseSubjectWith(vector), vector.quorum);
    expect(decided && toHex(decided.value)).toBe(vector.value);
    expect(decided && decided.values.map((value) => value && toHex(value))).toEqual(vector.values);
    expect(decided && decided.survivors).toEqual(vector.survivors);
  });
});

import { describe, expect, it } from 'vitest';
import listFile from '@oracle-gateway/vectors/list-observation-set.json' with { type: 'json' };
import file from '@oracle-gateway/vectors/observation-set.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import type { Observation, ObservedValue } from './observation.js';
import { type ObservationSet, observationSetHash } from './observation-set.js';
import { unixMs } from './units.js';

function observed({ value, receivedAtMs }: { readonly value: string; readonly receivedAtMs: number }): ObservedValue {
  return { value: fromHex(value), receivedAtMs: unixMs(receivedAtMs) };
}

function setOf(vector: (typeof file.vectors)[number]): ObservationSet {
  const observations = vector.observations.map((one) => ({ index: one.index, values: [observed(one)] }));
  return { fixedAtMs: unixMs(vector.fixedAtMs), observations };
}

function listSetOf(vector: (typeof listFile.vectors)[number]): ObservationSet {
  const observations = vector.observations.map((one) => ({ index: one.index, values: one.vector.map((each) => each && observed(each)) }));
  return { fixedAtMs: unixMs(vector.fixedAtMs), observations };
}

/** The observation with another value at this place. */
function withValue(observation: Observation, place: number, value: ObservedValue | null): Observation {
  return { ...observation, values: observation.values.with(place, value) };
}

const honest = setOf(file.vectors[1]!);
const [first, second, third] = honest.observations;
const [seen] = third!.values;
const list = listSetOf(listFile.vectors[0]!);
const [listFirst, ...listRest] = list.observations;

describe('observation set hash', () => {
  it.each(file.vectors)('of $observations.length observations matches the vector', (vector) => {
    expect(toHex(observationSetHash(setOf(vector)))).toBe(vector.hash);
  });

  it.each(listFile.vectors)('of $observations.length observations of a list of $count matches the vector', (vector) => {
    expect(toHex(observationSetHash(listSetOf(vector)))).toBe(vector.hash);
  });

  it.each([
    ['time', { ...honest, fixedAtMs: unixMs(honest.fixedAtMs + 1) }],
    ['members', { ...honest, observations: honest.observations.slice(1) }],
    ['values', { ...honest, observations: [first!, second!, withValue(third!, 0, { ...seen!, value: new Uint8Array(32) })] }],
    ['times of observation', { ...honest, observations: [first!, second!, withValue(third!, 0, { ...seen!, receivedAtMs: unixMs(1) })] }],
    ['observers', { ...honest, observations: [first!, second!, { ...third!, index: 9 }] }],
  ])('binds its %s', (_, set) => {
    expect(observationSetHash(set)).not.toEqual(observationSetHash(honest));
  });

  it.each([
    ['time', { ...list, fixedAtMs: unixMs(list.fixedAtMs + 1) }],
    ['members', { ...list, observations: listRest }],
    ['values', { ...list, observations: [withValue(listFirst!, 1, seen!), ...listRest] }],
    ['absent values', { ...list, observations: [withValue(listFirst!, 1, null), ...listRest] }],
    ['observers', { ...list, observations: [{ ...listFirst!, index: 1 }, ...listRest] }],
  ])('of a list binds its %s', (_, set) => {
    expect(observationSetHash(set)).not.toEqual(observationSetHash(list));
  });

  it.each([[[second!, first!]], [[first!, first!]], [list.observations.toReversed()], [[listFirst!, listFirst!]]])(
    'refuses observations that are not strictly ascending (%#)',
    (observations) => {
      expect(() => observationSetHash({ ...honest, observations })).toThrow(RangeError);
    },
  );

  it('refuses observations of differently many values', () => {
    const [other] = listRest;
    const fewer = { ...other!, values: other!.values.slice(1) };
    expect(() => observationSetHash({ ...list, observations: [listFirst!, fewer] })).toThrow('equally many');
    expect(() => observationSetHash({ ...list, observations: [{ ...fewer, index: 0 }, other!] })).toThrow('equally many');
  });

  it('refuses one source without its value', () => {
    expect(() => observationSetHash({ ...honest, observations: [withValue(first!, 0, null)] })).toThrow('must have');
  });
});

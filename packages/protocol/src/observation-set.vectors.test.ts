import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/observation-set.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import { type ObservationSet, observationSetHash } from './observation-set.js';
import { unixMs } from './units.js';

function setOf(vector: (typeof file.vectors)[number]): ObservationSet {
  const observations = vector.observations.map(({ index, value, receivedAtMs }) => ({
    index,
    value: fromHex(value),
    receivedAtMs: unixMs(receivedAtMs),
  }));
  return { fixedAtMs: unixMs(vector.fixedAtMs), observations };
}

const honest = setOf(file.vectors[1]!);
const [first, second, third] = honest.observations;

describe('observation set hash', () => {
  it.each(file.vectors)('of $observations.length observations matches the vector', (vector) => {
    expect(toHex(observationSetHash(setOf(vector)))).toBe(vector.hash);
  });

  it.each([
    ['time', { ...honest, fixedAtMs: unixMs(honest.fixedAtMs + 1) }],
    ['members', { ...honest, observations: honest.observations.slice(1) }],
    ['values', { ...honest, observations: [first!, second!, { ...third!, value: new Uint8Array(32) }] }],
    ['times of observation', { ...honest, observations: [first!, second!, { ...third!, receivedAtMs: unixMs(1) }] }],
    ['observers', { ...honest, observations: [first!, second!, { ...third!, index: 9 }] }],
  ])('binds its %s', (_, set) => {
    expect(observationSetHash(set)).not.toEqual(observationSetHash(honest));
  });

  it.each([[[second!, first!]], [[first!, first!]]])('refuses observations that are not strictly ascending', (observations) => {
    expect(() => observationSetHash({ ...honest, observations })).toThrow(RangeError);
  });
});

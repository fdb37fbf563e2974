import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Observation, observationMessage, observationVector, type ObservedValue, readObservationVector } from './observation.js';
import { unixMs } from './units.js';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const observed: fc.Arbitrary<ObservedValue> = fc.record({ value: bytes, receivedAtMs: fc.maxSafeNat().map(unixMs) });
const values = fc.array(fc.option(observed, { nil: null }), { minLength: 1, maxLength: 32 });

const one: ObservedValue = { value: new Uint8Array(32).fill(7), receivedAtMs: unixMs(1_700_000_000_000) };

/** 41 bytes of {@link one}, changed. */
function entry(change: (bytes: Uint8Array) => void): Uint8Array {
  const vector = observationVector({ values: [one] });
  change(vector);
  return vector;
}

describe('an observation vector', () => {
  it('is read as it was written, with 41 bytes a value', () => {
    fc.assert(
      fc.property(values, (list) => {
        const vector = observationVector({ values: list });
        expect(vector.length).toBe(41 * list.length);
        expect(readObservationVector(vector)).toEqual(list);
      }),
    );
  });

  it('has one form: bytes that can be read are written so again', () => {
    const byte = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, 1) }, fc.nat(255));
    fc.assert(
      fc.property(fc.array(byte, { minLength: 41, maxLength: 41 }), (list) => {
        const vector = Uint8Array.from(list);
        let read;
        try {
          read = readObservationVector(vector);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        expect(observationVector({ values: read })).toEqual(vector);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tells a value of zero at time zero from none', () => {
    const zero = { value: new Uint8Array(32), receivedAtMs: unixMs(0) };
    expect(observationVector({ values: [zero, null] })).toEqual(Uint8Array.from({ length: 82 }, (_, place) => Number(place === 0)));
    expect(readObservationVector(observationVector({ values: [zero, null] }))).toEqual([zero, null]);
  });

  it.each([
    ['none', 0],
    ['less than one', 40],
    ['a part of one', 83],
    ['33', 33 * 41],
  ])('is not read from bytes of %s', (_what, length) => {
    expect(() => readObservationVector(new Uint8Array(length))).toThrow(RangeError);
  });

  it.each([
    ['absent with a value', entry((vector) => vector.set([0], 0))],
    ['present twice', entry((vector) => vector.set([2], 0))],
    ['at 2^53', entry((vector) => vector.set([0, 0, 0, 0, 0, 0, 0x20, 0], 33))],
    ['at 2^64 - 1', entry((vector) => vector.fill(0xff, 33))],
  ])('is not read from an entry that is malformed: %s', (_what, vector) => {
    expect(() => readObservationVector(vector)).toThrow(RangeError);
  });

  it('is read from a part of other bytes too', () => {
    const around = Uint8Array.from([9, ...observationVector({ values: [null, one] }), 9]);
    expect(readObservationVector(around.subarray(1, 83))).toEqual([null, one]);
  });

  it('shares no bytes with what was read', () => {
    const vector = observationVector({ values: [one] });
    const [read] = readObservationVector(vector);
    vector.fill(0);
    expect(read).toEqual(one);
  });

  it.each([0, 33])('is not made of %d values', (count) => {
    expect(() => observationVector({ values: Array.from({ length: count }, () => one) })).toThrow(RangeError);
  });
});

describe('an observation message', () => {
  const sessionId = new Uint8Array(32);

  function messageOf(...list: Observation['values']): Uint8Array {
    return observationMessage({ sessionId, observation: { index: 3, values: list } });
  }

  it('is not made without the value of one source', () => {
    expect(() => messageOf(null)).toThrow('must have');
    expect(() => messageOf()).toThrow('must have');
  });

  it('of a list covers the number, the order and the absence of its values', () => {
    const zero = { value: new Uint8Array(32), receivedAtMs: unixMs(0) };
    const messages = [[one], [one, null], [null, one], [one, zero], [one, null, null], [one, one]].map((list) => messageOf(...list));
    expect(new Set(messages.map(String)).size).toBe(messages.length);
  });

  it('of a list may have no value at all: nodes refuse to sign, not to read', () => {
    expect(messageOf(null, null)).toHaveLength(32);
  });
});

import { describe, expect, it } from 'vitest';
import listFile from '@oracle-gateway/vectors/list-observation-message.json' with { type: 'json' };
import file from '@oracle-gateway/vectors/observation-message.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import { type Observation, observationMessage, type ObservedValue } from './observation.js';
import { unixMs } from './units.js';

interface Input {
  readonly sessionId: Uint8Array;
  readonly observation: Observation;
}

function observed({ value, receivedAtMs }: { readonly value: string; readonly receivedAtMs: number }): ObservedValue {
  return { value: fromHex(value), receivedAtMs: unixMs(receivedAtMs) };
}

function inputOf(vector: (typeof file.vectors)[number]): Input {
  return { sessionId: fromHex(vector.sessionId), observation: { index: vector.index, values: [observed(vector)] } };
}

function listInputOf({ sessionId, index, vector }: (typeof listFile.vectors)[number]): Input {
  return { sessionId: fromHex(sessionId), observation: { index, values: vector.map((one) => one && observed(one)) } };
}

const { sessionId, observation } = inputOf(file.vectors[1]!);
const [seen] = observation.values;
const list = listInputOf(listFile.vectors[1]!);

/** The list's observation with another value at this place. */
function listWith(place: number, value: ObservedValue | null): Input {
  return { ...list, observation: { ...list.observation, values: list.observation.values.with(place, value) } };
}

describe('observation message', () => {
  it.each(file.vectors)('of node $index matches the vector', (vector) => {
    expect(toHex(observationMessage(inputOf(vector)))).toBe(vector.hash);
  });

  it.each(listFile.vectors)('of node $index and a list of $vector.length matches the vector', (vector) => {
    expect(toHex(observationMessage(listInputOf(vector)))).toBe(vector.hash);
  });

  it.each([
    ['session', { sessionId: new Uint8Array(32), observation }],
    ['node', { sessionId, observation: { ...observation, index: 8 } }],
    ['value', { sessionId, observation: { ...observation, values: [{ ...seen!, value: new Uint8Array(32) }] } }],
    ['time', { sessionId, observation: { ...observation, values: [{ ...seen!, receivedAtMs: unixMs(seen!.receivedAtMs + 1) }] } }],
  ])('binds the %s', (_, change) => {
    expect(observationMessage(change)).not.toEqual(observationMessage({ sessionId, observation }));
  });

  it.each([
    ['session', { ...list, sessionId: new Uint8Array(32) }],
    ['node', { ...list, observation: { ...list.observation, index: 8 } }],
    ['value', listWith(1, { ...list.observation.values[1]!, value: new Uint8Array(32) })],
    ['time', listWith(4, { ...list.observation.values[4]!, receivedAtMs: unixMs(1) })],
    ['absence', listWith(4, null)],
    ['presence', listWith(0, seen!)],
  ])('of a list binds the %s', (_, change) => {
    expect(observationMessage(change)).not.toEqual(observationMessage(list));
  });

  it.each([
    [{ sessionId: new Uint8Array(31), observation }, TypeError],
    [{ sessionId, observation: { ...observation, values: [{ ...seen!, value: new Uint8Array(33) }] } }, TypeError],
    [{ sessionId, observation: { ...observation, index: 256 } }, RangeError],
    [{ ...list, sessionId: new Uint8Array(31) }, TypeError],
    [listWith(1, { ...seen!, value: new Uint8Array(33) }), TypeError],
    [{ ...list, observation: { ...list.observation, index: 256 } }, RangeError],
  ])('refuses a field of another width', (input, error) => {
    expect(() => observationMessage(input)).toThrow(error);
  });
});

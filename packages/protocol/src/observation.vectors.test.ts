import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/observation-message.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import { type Observation, observationMessage } from './observation.js';
import { unixMs } from './units.js';

function inputOf(vector: (typeof file.vectors)[number]): { sessionId: Uint8Array; observation: Observation } {
  const { index, value, receivedAtMs } = vector;
  return { sessionId: fromHex(vector.sessionId), observation: { index, value: fromHex(value), receivedAtMs: unixMs(receivedAtMs) } };
}

const { sessionId, observation } = inputOf(file.vectors[1]!);

describe('observation message', () => {
  it.each(file.vectors)('of node $index matches the vector', (vector) => {
    expect(toHex(observationMessage(inputOf(vector)))).toBe(vector.hash);
  });

  it.each([
    ['session', { sessionId: new Uint8Array(32), observation }],
    ['node', { sessionId, observation: { ...observation, index: 8 } }],
    ['value', { sessionId, observation: { ...observation, value: new Uint8Array(32) } }],
    ['time', { sessionId, observation: { ...observation, receivedAtMs: unixMs(observation.receivedAtMs + 1) } }],
  ])('binds the %s', (_, change) => {
    expect(observationMessage(change)).not.toEqual(observationMessage({ sessionId, observation }));
  });

  it.each([
    [{ sessionId: new Uint8Array(31), observation }, TypeError],
    [{ sessionId, observation: { ...observation, value: new Uint8Array(33) } }, TypeError],
    [{ sessionId, observation: { ...observation, index: 256 } }, RangeError],
  ])('refuses a field of another width', (input, error) => {
    expect(() => observationMessage(input)).toThrow(error);
  });
});

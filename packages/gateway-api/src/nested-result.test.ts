import { describe, expect, it } from 'vitest';
import type { NestedRoundResult } from './nested-result.js';
import { parseNestedRoundResult } from './parsers.js';

const word = `0x${'0a'.repeat(32)}`;
const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 20, maxAgeMs: 1, numeric: { type: 'int256', decimals: 8 } };
const result: NestedRoundResult = {
  status: 'completed',
  data: {
    attestation: {
      payload: {
        value: word,
        sourceId: word,
        registryVersion: 1,
        signaturesRequired: 3,
        timestamp: 1_700_000_000_123,
        observedAt: 1_700_000_000_400,
      },
      signature: { signature: word, commitment: `0x${'0a'.repeat(20)}`, signersBitmap: word },
    },
    value: '64628.31',
    fresh: true,
    configHash: word,
  },
};
const { data } = result;
const { payload, signature } = data.attestation;
const values = [
  { sourceId: word, feedId: word, value: '1.5', valuePacked: word },
  { sourceId: word, feedId: word, reason: { code: 'no_quorum_value', detail: 'the nodes observed different values' } },
];

describe('parseNestedRoundResult (docs/api.md#post-v1x402execute)', () => {
  it.each([
    ['the result of an exact round', result],
    ['a repeated answer', { ...result, data: { ...data, fresh: false } }],
    ['a list, whose last source has no value', { ...result, data: { ...data, value: word, values } }],
    ['a tolerance round, which echoes its policy', { ...result, data: { ...data, value: '-0.5', aggregation } }],
  ])('accepts %s', (_case, plain) => {
    expect(parseNestedRoundResult(plain)).toBe(plain);
  });

  it.each<[string, object]>([
    ['data.timestamp', { ...data, timestamp: 1_700_000_000 }],
    ['data.value', { ...data, value: '1.50' }],
    ['data.value', { ...data, value: word.slice(0, -2) }],
    ['data.values', { ...data, values: values.slice(0, 1) }],
    ['data.values[1]', { ...data, values: [values[0], { ...values[1], value: '1', valuePacked: word }] }],
    ['data.fresh', { ...data, fresh: 1 }],
    ['data.aggregation', { ...data, aggregation: null }],
    ['data.attestation.payload.value', { ...data, attestation: { payload: { ...payload, value: '0x0A' }, signature } }],
    ['data.attestation.payload.timestamp', { ...data, attestation: { payload: { ...payload, timestamp: 1.5 }, signature } }],
    ['data.attestation.payload.observedAt', { ...data, attestation: { payload: { ...payload, observedAt: undefined }, signature } }],
    ['data.attestation.signature.commitment', { ...data, attestation: { payload, signature: { ...signature, commitment: word } } }],
    ['data.attestation.signature.rx', { ...data, attestation: { payload, signature: { ...signature, rx: word } } }],
  ])('refuses a bad %s and names it', (field, changed) => {
    expect(() => parseNestedRoundResult({ ...result, data: changed })).toThrow(
      expect.objectContaining({ name: 'ContractError', field }) as Error,
    );
  });
});

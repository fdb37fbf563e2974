import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import { ContractError } from '@oracle-gateway/gateway-api/parsers';
import { describe, expect, it } from 'vitest';
import { hex, sampleEvidence, sampleNestedResult } from '../../tests/fakes/sample-results.js';
import { readPaidResult, readPublicValue, readStoredAnswer, writeStoredAnswer } from './stored-answer.js';

const result: FlatRoundResult = {
  status: 'completed',
  data: {
    feedId: hex(32),
    value: '-1.5',
    valuePacked: hex(32),
    timestamp: 1,
    observedAt: 1_000,
    registryVersion: 1,
    signaturesRequired: 3,
    configHash: hex(32),
    signersBitmap: hex(32),
    s: hex(32),
    rx: hex(32),
    ryParity: 0,
    commitmentAddr: hex(20),
    fresh: true,
  },
};

function repeated({ status, data }: { readonly status: string; readonly data: object }) {
  return { status, data: { ...data, fresh: false } };
}

describe('a stored answer', () => {
  it.each([
    { result, evidence: null, readers: null },
    { result, evidence: sampleEvidence, readers: null },
    { result, evidence: null, readers: ['owner', 'delegate'] },
    { result: sampleNestedResult, evidence: null, readers: null },
    { result: sampleNestedResult, evidence: sampleEvidence, readers: ['payer'] },
  ])('is read as it was written, but is no live round', (stored) => {
    expect(readStoredAnswer(writeStoredAnswer(stored))).toEqual({ ...stored, result: repeated(stored.result) });
  });

  it('with nothing beside it is the result that the caller got', () => {
    expect(JSON.parse(writeStoredAnswer({ result, evidence: null, readers: null }))).toEqual(result);
  });

  it('of a public source tells any reader its value', () => {
    expect(readPublicValue(writeStoredAnswer({ result, evidence: sampleEvidence, readers: null }))).toBe('-1.5');
  });

  it.each([[['owner']], [[]]])('of a private source tells no reader its value: %j', (readers) => {
    expect(readPublicValue(writeStoredAnswer({ result, evidence: sampleEvidence, readers }))).toBeNull();
  });

  it('of a paid round tells the result alone', () => {
    const text = writeStoredAnswer({ result: sampleNestedResult, evidence: sampleEvidence, readers: ['payer'] });
    expect(readPaidResult(text)).toEqual(repeated(sampleNestedResult));
  });

  it('tells no value and no paid result of another kind', () => {
    const [flat, nested] = [result, sampleNestedResult].map((other) => writeStoredAnswer({ result: other, evidence: null, readers: null }));
    expect(() => readPublicValue(nested ?? '')).toThrow(ContractError);
    expect(() => readPaidResult(flat ?? '')).toThrow(ContractError);
    expect(() => readPublicValue('null')).toThrow(ContractError);
  });

  it.each([
    'null',
    '{}',
    '{"data":null}',
    JSON.stringify({ ...sampleNestedResult, data: { ...result.data, attestation: {} } }),
    JSON.stringify({ ...result, evidence: null }),
    JSON.stringify({ ...result, readers: null }),
    JSON.stringify({ ...result, readers: [1] }),
    JSON.stringify({ evidence: sampleEvidence }),
  ])('is not %s', (text) => {
    expect(() => readStoredAnswer(text)).toThrow(ContractError);
  });
});

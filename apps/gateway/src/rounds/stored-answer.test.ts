import { ContractError, type FlatRoundResult } from '@oracle-gateway/gateway-api';
import { describe, expect, it } from 'vitest';
import { hex, sampleEvidence, sampleNestedResult } from '../../tests/fakes/sample-results.js';
import { readStoredAnswer, writeStoredAnswer } from './stored-answer.js';

const result: FlatRoundResult = {
  status: 'completed',
  data: {
    feedId: hex(32),
    value: '-1.5',
    valuePacked: hex(32),
    timestamp: 1,
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

describe('a stored answer', () => {
  it.each([
    [result, null],
    [result, sampleEvidence],
    [sampleNestedResult, null],
    [sampleNestedResult, sampleEvidence],
  ])('is read as it was written', (kept, beside) => {
    expect(readStoredAnswer(writeStoredAnswer({ result: kept, evidence: beside }))).toEqual({ result: kept, evidence: beside });
  });

  it('without evidence is the result that the caller got', () => {
    expect(JSON.parse(writeStoredAnswer({ result, evidence: null }))).toEqual(result);
  });

  it.each([
    'null',
    '{}',
    '{"data":null}',
    JSON.stringify({ ...sampleNestedResult, data: { ...result.data, attestation: {} } }),
    JSON.stringify({ ...result, evidence: null }),
    JSON.stringify({ evidence: sampleEvidence }),
  ])('is not %s', (text) => {
    expect(() => readStoredAnswer(text)).toThrow(ContractError);
  });
});

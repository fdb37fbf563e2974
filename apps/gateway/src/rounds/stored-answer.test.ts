import { ContractError, type FlatRoundResult, type NestedRoundResult, type RoundEvidence } from '@oracle-gateway/gateway-api';
import { describe, expect, it } from 'vitest';
import { readStoredAnswer, writeStoredAnswer } from './stored-answer.js';

function hex(length: number): string {
  return `0x${'ab'.repeat(length)}`;
}

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
const nested: NestedRoundResult = {
  status: 'completed',
  data: {
    attestation: {
      payload: { value: hex(32), sourceId: hex(32), registryVersion: 1, signaturesRequired: 3, timestamp: 1_000 },
      signature: { signature: hex(32), commitment: hex(20), signersBitmap: hex(32) },
    },
    value: '-1.5',
    fresh: true,
    configHash: hex(32),
  },
};
const evidence: RoundEvidence = {
  gateway: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  feedId: hex(32),
  sourceId: hex(32),
  signaturesRequired: 3,
  registryVersion: 1,
  timestampMs: 1_000,
  eligible: [0],
  gatewayNonce: hex(16),
  attempt: 1,
  fixedAtMs: 1_001,
  observations: [{ index: 0, value: hex(32), observedAtMs: 1_000, signature: { s: hex(32), commitment: hex(20) } }],
  survivors: [0],
  signers: [{ index: 0, d: hex(33), e: hex(33) }],
  value: hex(32),
  s: hex(32),
  commitment: hex(20),
};

describe('a stored answer', () => {
  it.each([
    [result, null],
    [result, evidence],
    [nested, null],
    [nested, evidence],
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
    JSON.stringify({ ...nested, data: { ...result.data, attestation: {} } }),
    JSON.stringify({ ...result, evidence: null }),
    JSON.stringify({ evidence }),
  ])('is not %s', (text) => {
    expect(() => readStoredAnswer(text)).toThrow(ContractError);
  });
});

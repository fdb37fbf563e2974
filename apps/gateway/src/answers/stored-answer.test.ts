import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import { ContractError } from '@oracle-gateway/gateway-api/parsers';
import { type SourceId, toAddress, toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { hex, sampleEvidence, sampleNestedResult } from '../../tests/fakes/sample-results.js';
import type { AnsweredList } from './answered-list.js';
import { readPaidResult, readPublicValue, readStoredAnswer, withFlatValues, withNestedValues, writeStoredAnswer } from './stored-answer.js';

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

const list: AnsweredList = {
  owner: toAddress(new Uint8Array(32).fill(7)),
  sources: [
    { sourceId: idOf(1), value: new Uint8Array(32).fill(1), decimals: null },
    { sourceId: idOf(2), value: new Uint8Array(32).fill(255), decimals: 0 },
    { sourceId: idOf(3), value: new Uint8Array(32).fill(0), decimals: 36 },
    { sourceId: idOf(4), absence: { code: 'upstream_failure', step: 'fetch', upstreamStatus: 503 } },
    { sourceId: idOf(5), absence: { code: 'upstream_failure', step: 'pack' } },
    { sourceId: idOf(6), absence: { code: 'envelope_undecryptable' } },
    { sourceId: idOf(7), absence: { code: 'no_quorum_value' } },
  ],
};

function idOf(fill: number): SourceId {
  return new Uint8Array(32).fill(fill) as SourceId;
}

function repeated({ status, data }: { readonly status: string; readonly data: object }) {
  return { status, data: { ...data, fresh: false } };
}

describe('a stored answer', () => {
  it.each([
    { result, list: null, evidence: null, readers: null },
    { result, list: null, evidence: sampleEvidence, readers: null },
    { result, list: null, evidence: null, readers: ['owner', 'delegate'] },
    { result: withFlatValues(result, list), list, evidence: null, readers: ['owner'] },
    { result: sampleNestedResult, list: null, evidence: null, readers: null },
    { result: sampleNestedResult, list: null, evidence: sampleEvidence, readers: ['payer'] },
    { result: withNestedValues(sampleNestedResult, list), list, evidence: sampleEvidence, readers: null },
  ])('is read as it was written, but is no live round', (stored) => {
    expect(readStoredAnswer(writeStoredAnswer(stored))).toEqual({ ...stored, result: repeated(stored.result) });
  });

  it('with nothing beside it is the result that the caller got', () => {
    expect(JSON.parse(writeStoredAnswer({ result, list: null, evidence: null, readers: null }))).toEqual(result);
  });

  it('of a list has 65 bytes for each source, and builds the rest again', () => {
    const of = (sources: AnsweredList['sources']) =>
      writeStoredAnswer({ result, list: { ...list, sources }, evidence: null, readers: null });
    const grown = of([...list.sources, ...list.sources, ...list.sources]).length - of(list.sources).length;
    expect(grown).toBeLessThanOrEqual(Math.ceil((14 * 65 * 4) / 3) + 4);
    expect(withFlatValues(result, list).data.values).toMatchObject([
      { sourceId: toHex(idOf(1)), valuePacked: `0x${'01'.repeat(32)}` },
      { value: '-1', valuePacked: `0x${'ff'.repeat(32)}` },
      { value: '0' },
      { reason: { code: 'upstream_failure', detail: 'the source answered with status 503', step: 'fetch', upstreamStatus: 503 } },
      { reason: { code: 'upstream_failure', detail: 'the answer of the source fails at the step pack', step: 'pack' } },
      { reason: { code: 'envelope_undecryptable', detail: expect.stringContaining('sealed for this node') as string } },
      { reason: { code: 'no_quorum_value', detail: 'the nodes observed different values' } },
    ]);
  });

  it('of a public source tells any reader its value', () => {
    expect(readPublicValue(writeStoredAnswer({ result, list: null, evidence: sampleEvidence, readers: null }))).toBe('-1.5');
  });

  it.each([[['owner']], [[]]])('of a private source tells no reader its value: %j', (readers) => {
    expect(readPublicValue(writeStoredAnswer({ result, list: null, evidence: sampleEvidence, readers }))).toBeNull();
  });

  it('of a paid round tells the result alone', () => {
    const text = writeStoredAnswer({ result: sampleNestedResult, list: null, evidence: sampleEvidence, readers: ['payer'] });
    expect(readPaidResult(text)).toEqual(repeated(sampleNestedResult));
  });

  it('tells no value and no paid result of another kind', () => {
    const [flat, nested] = [result, sampleNestedResult].map((other) =>
      writeStoredAnswer({ result: other, list: null, evidence: null, readers: null }),
    );
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
    JSON.stringify({ ...result, list: null }),
    JSON.stringify({ ...result, list: '' }),
    JSON.stringify({ ...result, list: Buffer.alloc(32 + 65).toString('base64') }),
    JSON.stringify({ ...result, list: Buffer.alloc(32 + 2 * 65, 37).toString('base64') }),
    JSON.stringify({ ...result, list: Buffer.alloc(32 + 2 * 65, 255).toString('base64') }),
    JSON.stringify({ evidence: sampleEvidence }),
  ])('is not %s', (text) => {
    expect(() => readStoredAnswer(text)).toThrow(ContractError);
  });
});

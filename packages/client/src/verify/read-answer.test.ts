import { fromHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { readAnswer } from './read-answer.js';

const { data } = vector.result;
const BYTES = { value: data.valuePacked, sourceId: data.configHash };
const payload = { ...BYTES, registryVersion: 3, signaturesRequired: 3, timestamp: 1_763_683_200_123, observedAt: 1_763_683_200_400 };
const signature = { signature: data.s, commitment: data.commitmentAddr, signersBitmap: data.signersBitmap };
const nested = { attestation: { payload, signature }, value: data.value, configHash: data.configHash };
const policy = { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 30_000, numeric: { type: 'int256', decimals: 2 } };
const STATED = {
  observedAtMs: 1_763_683_200_400,
  value: '64628.31',
  valuePacked: fromHex(data.valuePacked),
  sourceId: fromHex(data.configHash),
  configHash: fromHex(data.configHash),
  registryVersion: 3n,
  signaturesRequired: 3,
  signersBitmap: fromHex(data.signersBitmap),
  s: fromHex(data.s),
  commitment: fromHex(data.commitmentAddr),
};

function read(members: object): unknown {
  return readAnswer({ status: 'completed', data: members });
}

function rejection(field: string): unknown {
  return expect.objectContaining({
    name: 'VerificationError',
    reason: 'malformed',
    message: expect.stringMatching(`^${field}: `) as string,
  });
}

describe('a flat answer', () => {
  it('states a round in bytes, dated in seconds', () => {
    expect(read(data)).toEqual({
      ...{ ...STATED, timestampMs: 1_763_683_200_000 },
      ...{ feedId: fromHex(data.feedId), nonce: { x: fromHex(data.rx), yParity: 0 } },
    });
    expect(read({ ...data, ryParity: 1 })).toMatchObject({ nonce: { yParity: 1 } });
  });

  it.each(['feedId', 'valuePacked', 'configHash', 'signersBitmap', 's', 'rx', 'commitmentAddr'] as const)(
    'has %s as so many bytes in hex',
    (field) => {
      for (const value of [
        undefined,
        null,
        7,
        '',
        '0x',
        'no hex',
        data[field].slice(0, -2),
        `${data[field]}00`,
        `${data[field].slice(0, -1)}g`,
      ])
        expect(() => read({ ...data, [field]: value })).toThrow(rejection(`data.${field}`));
    },
  );

  it.each([
    ['timestamp', [9_007_199_254_741, '1763683200', -1, 1.5, null, undefined]],
    ['observedAt', [2 ** 53, '1763683200400', -1, 1.5, null, undefined]],
    ['registryVersion', [2 ** 53, -1, '3', undefined]],
    ['signaturesRequired', [256, -1, '3', undefined]],
    ['ryParity', [2, -1, true, undefined]],
    ['value', [64_628.31, null, undefined]],
  ])('has %s in its own form', (field, values) => {
    for (const value of values) expect(() => read({ ...data, [field]: value })).toThrow(rejection(`data.${field}`));
  });
});

describe('a nested answer', () => {
  it('states a round in bytes, dated in milliseconds', () => {
    expect(read(nested)).toEqual({ ...STATED, timestampMs: 1_763_683_200_123 });
  });

  it('states its source twice, and each as it is written', () => {
    const configHash = `0x${'ab'.repeat(32)}`;
    expect(read({ ...nested, configHash })).toMatchObject({ sourceId: STATED.sourceId, configHash: fromHex(configHash) });
  });

  it.each([policy, { ...policy, maxDeviation: '0.05' }])('repeats the policy of tolerance mode: %j', (aggregation) => {
    expect(read({ ...nested, aggregation })).toMatchObject({ aggregation });
  });

  it.each([
    null,
    {},
    { ...policy, mode: 'exact' },
    { ...policy, rule: 'mean' },
    { ...policy, maxDeviationBps: '50' },
    { ...policy, maxDeviation: 0.05 },
    { ...policy, maxAgeMs: -1 },
    { ...policy, numeric: {} },
  ])('has a malformed policy where it breaks the form of one: %j', (aggregation) => {
    expect(read({ ...nested, aggregation })).toMatchObject({ aggregation: 'malformed' });
  });

  it.each([
    ['payload.value', { payload: { ...payload, value: undefined } }],
    ['payload.sourceId', { payload: { ...payload, sourceId: '0x00' } }],
    ['payload.timestamp', { payload: { ...payload, timestamp: 2 ** 53 } }],
    ['payload.observedAt', { payload: { ...payload, observedAt: undefined } }],
    ['payload.registryVersion', { payload: { ...payload, registryVersion: null } }],
    ['payload.signaturesRequired', { payload: { ...payload, signaturesRequired: 300 } }],
    ['signature.signature', { signature: { ...signature, signature: data.s.slice(0, -2) } }],
    ['signature.commitment', { signature: { ...signature, commitment: data.s } }],
    ['signature.signersBitmap', { signature: {} }],
    ['payload.value', { payload: [] }],
  ])('has %s in its own form', (field, change) => {
    expect(() => read({ ...nested, attestation: { payload, signature, ...change } })).toThrow(rejection(field));
  });
});

describe('an answer', () => {
  it.each([null, 'completed', [], {}, { status: 'failed', data }, { data }])('is completed: %j', (answer) => {
    expect(() => readAnswer(answer)).toThrow(rejection('status'));
  });

  it.each([undefined, null, [], 'data'])('has its data: %j', (members) => {
    expect(() => readAnswer({ status: 'completed', data: members })).toThrow(rejection('data'));
  });

  it('has no member by inheritance', () => {
    expect(() => read(Object.create(data) as object)).toThrow(rejection('data.configHash'));
  });
});

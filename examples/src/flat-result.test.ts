import { describe, expect, it } from 'vitest';
import { vector } from '../tests/attested-result.js';
import { FlatResultError, parseFlatResult, readFlatResult } from './flat-result.js';

const { status, data } = vector.result;

describe('readFlatResult', () => {
  it('gives every member its type', () => {
    const result = readFlatResult(vector.result);
    expect(result).toMatchObject({
      value: '64628.31',
      timestampSeconds: data.timestamp,
      observedAtMs: data.observedAt,
      registryVersion: 3n,
      signaturesRequired: 3,
    });
    expect(result.commitment).toHaveLength(20);
    expect(result.s).toHaveLength(32);
  });

  it('takes members it does not know', () => {
    expect(() => readFlatResult({ status, data: { ...data, aggregation: {} } })).not.toThrow();
  });

  it.each([
    ['no object', null, 'result'],
    ['an array', [], 'result'],
    ['an error body', { error: 'validation failed' }, 'status'],
    ['no data', { status }, 'data'],
  ])('refuses %s', (_what, answer, field) => {
    expect(() => readFlatResult(answer)).toThrow(FlatResultError);
    expect(() => readFlatResult(answer)).toThrow(new RegExp(`^${field}: `));
  });

  it.each([
    ['feedId', data.feedId.slice(2, -2)],
    ['valuePacked', 'zz'.repeat(32)],
    ['timestamp', 1.5],
    ['timestamp', -1],
    ['timestamp', '1763683200'],
    ['timestamp', Number.MAX_SAFE_INTEGER],
    ['observedAt', undefined],
    ['signaturesRequired', 256],
    ['ryParity', 2],
    ['value', 64628.31],
    ['s', undefined],
  ])('names %s when it is %j', (field, value) => {
    expect(() => readFlatResult({ status, data: { ...data, [field]: value } })).toThrow(new RegExp(`^data\\.${field}: `));
  });
});

describe('parseFlatResult', () => {
  it('reads text', () => {
    expect(parseFlatResult(JSON.stringify(vector.result))).toEqual(readFlatResult(vector.result));
  });

  it('refuses what is not JSON', () => {
    expect(() => parseFlatResult('<html>')).toThrow(new FlatResultError('result', 'must be JSON'));
  });
});

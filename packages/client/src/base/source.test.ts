import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { type IndexInput, type ValuesInput, listIn, quorumIn, sourceIn } from './source.js';

describe('a source', () => {
  it('is taken as it is where it follows the rules', () => {
    expect(sourceIn(vector.apiConfig)).toMatchObject({ sources: [{ apiConfig: vector.apiConfig }] });
  });

  it.each([
    ['apiConfig.url', { url: 'ftp://source.test/' }],
    ['apiConfig.method', { method: 'get' }],
    ['apiConfig.method', { method: 'HEAD' }],
    ['apiConfig.url', { url: 7 as unknown as string }],
  ])('names the member that breaks a rule: %s', (field, change) => {
    expect(() => sourceIn({ ...vector.apiConfig, ...change })).toThrow(expect.objectContaining({ name: 'ClientUsageError', field }));
  });
});

describe('several sources', () => {
  const other = { ...vector.apiConfig, url: 'https://other.test/' };
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 30_000, decimals: 2 };
  const sources = [vector.apiConfig, other];

  it('are a list, or by a rule an index', () => {
    expect(listIn({ sources })).toMatchObject({ minValues: 2, form: 130 });
    expect(sourceIn({ apiConfigs: sources, combine })).toMatchObject({ minValues: 1, form: 2, combine });
  });

  it.each<readonly [string, object]>([
    ['combine', { apiConfigs: sources }],
    ['combine.minSources', { apiConfigs: sources, combine: { ...combine, minSources: 3 } }],
    ['apiConfigs', { apiConfigs: 'two', combine }],
    ['apiConfigs', { apiConfigs: [other], combine }],
    ['apiConfigs[1]', { apiConfigs: [other, { ...other, url: 'HTTPS://other.test' }], combine }],
    ['apiConfigs[1].method', { apiConfigs: [other, { ...other, method: 'HEAD' }], combine }],
  ])('are refused as an index that breaks a rule of %s', (field, input) => {
    expect(() => sourceIn(input as IndexInput)).toThrow(expect.objectContaining({ name: 'ClientUsageError', field }));
  });

  it.each<readonly [string, object]>([
    ['minValues', { sources, minValues: 3 }],
    ['minValues', { sources, minValues: '2' }],
    ['apiConfigs', { sources: [other] }],
    ['apiConfigs[0].url', { sources: [{ ...other, url: 'x' }, other] }],
  ])('are refused as a list that breaks a rule of %s', (field, input) => {
    expect(() => listIn(input as ValuesInput)).toThrow(expect.objectContaining({ name: 'ClientUsageError', field }));
  });
});

describe('a quorum', () => {
  it.each([1, 3, 64])('may be %d', (quorum) => {
    expect(quorumIn(quorum)).toBe(quorum);
  });

  it.each([0, -1, 65, 1.5, NaN, Infinity, '3' as unknown as number])('may not be %s', (quorum) => {
    expect(() => quorumIn(quorum)).toThrow(expect.objectContaining({ name: 'ClientUsageError', field: 'quorum' }));
  });
});

import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { quorumIn, sourceIn } from './source.js';

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

describe('a quorum', () => {
  it.each([1, 3, 64])('may be %d', (quorum) => {
    expect(quorumIn(quorum)).toBe(quorum);
  });

  it.each([0, -1, 65, 1.5, NaN, Infinity, '3' as unknown as number])('may not be %s', (quorum) => {
    expect(() => quorumIn(quorum)).toThrow(expect.objectContaining({ name: 'ClientUsageError', field: 'quorum' }));
  });
});

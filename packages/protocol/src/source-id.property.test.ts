import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseApiConfig } from './api-config.js';
import { canonicalApiConfig, deriveSourceId } from './source-id.js';

const headerName = fc
  .stringMatching(/^[!#$%&'*+\-.^_`|~0-9a-z]{1,12}$/)
  .filter((name) => !['te', 'host', 'expect', 'trailer', 'upgrade'].includes(name));
const headers = fc.uniqueArray(fc.tuple(headerName, fc.stringMatching(/^([!-z]([ -z]{0,10}[!-z])?)?$/)), {
  selector: ([name]) => name,
  maxLength: 6,
});

function build(pairs: readonly (readonly [string, string])[]): unknown {
  return {
    url: 'https://api.example/',
    method: 'GET',
    headers: Object.fromEntries(pairs),
  };
}

describe('deriveSourceId', () => {
  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(headers, (pairs) => {
        expect(deriveSourceId(parseApiConfig(build([...pairs].reverse())))).toEqual(deriveSourceId(parseApiConfig(build(pairs))));
      }),
    );
  });

  it('the canonical form is JSON of the same configuration', () => {
    fc.assert(
      fc.property(headers, (pairs) => {
        const config = parseApiConfig(build(pairs));
        expect(parseApiConfig(JSON.parse(canonicalApiConfig(config)))).toEqual(config);
      }),
    );
  });

  it.each([
    ['an empty headers object', { headers: {} }],
    ['a selector', { responseParser: '$' }],
    ['a transform', { valueTransform: 'multiply:1' }],
    ['another method', { method: 'HEAD' }],
    ['an empty query, which is sent as it is written', { url: 'https://api.example/?' }],
  ])('%s makes another source', (_, change) => {
    const base = { url: 'https://api.example/', method: 'GET' };
    expect(deriveSourceId(parseApiConfig({ ...base, ...change }))).not.toEqual(deriveSourceId(parseApiConfig(base)));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/api-config.json' with { type: 'json' };
import { type ApiConfig, ApiConfigError, parseApiConfig } from './api-config.js';
import { canonicalUrl } from './canonical-url.js';
import { canonicalSource, fetchUrl } from './fetch-url.js';
import { deriveSourceId } from './source-id.js';

describe('the URL that is fetched', () => {
  it.each(file.accepted)('of $name is the one of the vector', ({ json, fetchUrl: expected }) => {
    expect(fetchUrl(parseApiConfig(JSON.parse(json)))).toBe(expected);
  });

  it('is what the URL standard makes of every text that is accepted, and one more rewrite changes nothing', () => {
    const mixed = (text: string) =>
      fc
        .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
        .map((upper) => Array.from(text, (letter, place) => (upper[place] === true ? letter.toUpperCase() : letter)).join(''));
    const scheme = fc.constantFrom('http', 'https').chain(mixed);
    const host = fc.constantFrom('a.example', 'api.coinbase.com', '192.0.2.1', '[2001:db8::1]', 'a_b.c').chain(mixed);
    const port = fc.constantFrom('', ':80', ':443', ':8443', ':', ':080');
    const rest = fc.constantFrom('', '/', '?', '?A=B', '/V1/Price?x=%2F', '/..', '//', '/a//b', "/?'");
    fc.assert(
      fc.property(scheme, host, port, rest, (...parts) => {
        const [name, authority, number, path] = parts;
        const url = `${name}://${authority}${number}${path}`;
        let config: ApiConfig;
        try {
          config = parseApiConfig({ url, method: 'GET' });
        } catch (error) {
          expect(error).toBeInstanceOf(ApiConfigError);
          expect(new URL(url).href).not.toBe(canonicalUrl(url));
          return;
        }
        expect(config.url).toBe(url);
        expect(fetchUrl(config)).toBe(new URL(url).href);
        expect(canonicalUrl(fetchUrl(config))).toBe(fetchUrl(config));
        expect(deriveSourceId(canonicalSource(config))).toEqual(deriveSourceId({ ...config, url: new URL(url).href }));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a refusal of a URL in another form', () => {
  it.each([
    ['https://a.example/a/../b', 'https://a.example/b'],
    ["https://a.example/?'", 'https://a.example/?%27'],
    ['https://0x7f.1/', 'https://127.0.0.1/'],
    ['https://a.example:/', 'https://a.example/'],
  ])('%s says what to write', (url, written) => {
    expect(() => parseApiConfig({ url, method: 'GET' })).toThrow(expect.objectContaining({ rule: `must be written as ${written}` }));
  });

  it('does not repeat a long text', () => {
    const url = `https://a.example/./${'p'.repeat(1_000)}`;
    expect(() => parseApiConfig({ url, method: 'GET' })).toThrow(
      expect.objectContaining({ rule: expect.stringMatching(/^must be written as URL parsers write it/) as string }),
    );
  });
});

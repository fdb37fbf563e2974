import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiConfigError, parseApiConfig, secretNames } from './api-config.js';

const base = { url: 'https://api.example/price', method: 'GET' };

function errorOf(input: unknown): ApiConfigError {
  try {
    parseApiConfig(input);
  } catch (error) {
    if (error instanceof ApiConfigError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parseApiConfig', () => {
  it('names the field and the rule', () => {
    expect(errorOf({ ...base, headers: { 'Foo Bar': 'x' } }).message).toBe('apiConfig.headers["Foo Bar"]: must be an RFC 9110 field name');
    expect(errorOf({ ...base, aggregation: { mode: 'exact' } }).message).toBe('apiConfig.aggregation.mode: must be "tolerance"');
  });

  it('names at most 64 characters of a member', () => {
    expect(errorOf({ ...base, headers: { ['\n'.repeat(9_000)]: 'x' } }).field.length).toBeLessThan(200);
    expect(errorOf({ ...base, ['é'.repeat(9_000)]: 'x' }).field.length).toBeLessThan(200);
  });

  it.each([
    { ...base, url: 'https://hidden:hidden@a.example/' },
    { ...base, url: 'https://a.example/?key=hidden#' },
    { ...base, headers: { authorization: 'hidden\n' } },
    { ...base, headers: { authorization: '{{hidden}}' } },
    { ...base, valueTransform: 'hidden' },
    { ...base, method: 'hidden' },
  ])('keeps values out of its errors, because they may be secrets (%#)', (input) => {
    expect(errorOf(input).message).not.toContain('hidden');
  });

  it('does not read inherited members', () => {
    expect(errorOf(Object.create(base)).field).toBe('apiConfig.url');
    expect(parseApiConfig(Object.assign(Object.create({ headers: { a: 'b' } }) as object, base))).not.toHaveProperty('headers');
  });

  it.each(['headers', 'responseParser', 'valueTransform', 'aggregation'])('%s given as undefined is not absent', (name) => {
    expect(errorOf({ ...base, [name]: undefined }).field).toBe(`apiConfig.${name}`);
  });

  it('returns a copy', () => {
    const headers = { accept: 'a' };
    const config = parseApiConfig({ ...base, headers });
    headers.accept = 'changed';
    expect(config.headers?.['accept']).toBe('a');
  });

  it('accepts its own result', () => {
    const config = parseApiConfig({ ...base, headers: { a: '{{secret.k}}' }, responseParser: '$.a', valueTransform: 'invert' });
    expect(parseApiConfig(config)).toEqual(config);
  });

  it('throws nothing but ApiConfigError, whatever the input', () => {
    const member = fc.constantFrom(
      'url',
      'method',
      'headers',
      'responseParser',
      'valueTransform',
      'aggregation',
      'mode',
      'numeric',
      'decimals',
    );
    const nearConfig = fc.dictionary(member, fc.oneof(fc.anything(), fc.constantFrom('https://a.example/', 'GET', '$.a', 'invert')));
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withNullPrototype: true, withMap: true }), nearConfig), (input) => {
        try {
          parseApiConfig(input);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiConfigError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('secretNames', () => {
  it('lists each secret once, in order of appearance', () => {
    const config = parseApiConfig({ ...base, headers: { b: '{{secret.two}}{{secret.one}}', a: '{{secret.two}}{{secret.three}}' } });
    expect(secretNames(config)).toEqual(['two', 'one', 'three']);
  });

  it('is empty without headers', () => {
    expect(secretNames(parseApiConfig(base))).toEqual([]);
  });
});

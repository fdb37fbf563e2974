import { describe, expect, it } from 'vitest';
import type { ApiConfig } from '../api-config.js';
import { substituteSecrets } from './substitute-secrets.js';

function source(headers: Record<string, string>): ApiConfig {
  return { url: 'https://a.example/', method: 'GET', headers };
}
const secrets = new Map([
  ['a', 'one'],
  ['b', '{{secret.a}}'],
  ['empty', ''],
]);

describe('substituteSecrets', () => {
  it('replaces every placeholder, and leaves all else as it is', () => {
    const headers = { Authorization: 'Basic {{secret.a}}:{{secret.a}}', Accept: 'text/plain' };
    const substituted = substituteSecrets({ ...source(headers), responseParser: '$.a' }, secrets);
    expect({ ...substituted, headers: { ...substituted.headers } }).toEqual({
      ...source({ Authorization: 'Basic one:one', Accept: 'text/plain' }),
      responseParser: '$.a',
    });
  });

  it('does not check a secret again: one that reads like a placeholder stays what it is', () => {
    expect(substituteSecrets(source({ x: '{{secret.b}}' }), secrets).headers?.['x']).toBe('{{secret.a}}');
  });

  it.each([['$&'], ['$1'], ["$'"], ['$$']])('takes a secret literally: %s', (secret) => {
    expect(substituteSecrets(source({ x: '-{{secret.s}}-' }), new Map([['s', secret]])).headers?.['x']).toBe(`-${secret}-`);
  });

  it('refuses a placeholder without a secret', () => {
    expect(() => substituteSecrets(source({ x: '{{secret.c}}' }), secrets)).toThrow('a placeholder of the source has no secret');
  });

  it.each(['a\rb', 'a\nb', 'a\0b', 'a\r\nHost: b', ' a', 'a\t', 'é', '\x7f'])('refuses %j: the header would not be legal', (secret) => {
    expect(() => substituteSecrets(source({ x: '{{secret.s}}' }), new Map([['s', secret]]))).toThrow('is not legal');
  });

  it('refuses an empty secret that leaves white space at the end', () => {
    expect(() => substituteSecrets(source({ x: 'Bearer {{secret.empty}}' }), secrets)).toThrow('is not legal');
  });

  it('refuses headers that grow beyond their limit', () => {
    const filled = (length: number) => substituteSecrets(source({ x: '{{secret.s}}' }), new Map([['s', 'y'.repeat(length)]]));
    expect(filled(8_191).headers?.['x']).toHaveLength(8_191);
    expect(() => filled(8_192)).toThrow('at most 8192 bytes');
  });
});

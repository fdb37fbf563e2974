import { describe, expect, it } from 'vitest';
import type { ApiConfig } from '../api-config.js';
import { substituteInHead, substituteSecrets } from './substitute-secrets.js';

const ALL_MARKS = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ \n€`;

function urlWith(url: string, secret: string): string {
  return substituteSecrets({ url, method: 'GET' }, new Map([['s', secret]])).url;
}

function bodyWith(type: string, body: string, secret: string): string | undefined {
  const source: ApiConfig = { url: 'https://a.example/', method: 'POST', headers: { 'Content-Type': type }, body };
  return substituteSecrets(source, new Map([['s', secret]])).body;
}

describe('a secret in the url', () => {
  it('is percent-encoded, all but the unreserved characters', () => {
    expect(urlWith('https://a.example/v1/{{secret.s}}?k={{secret.s}}', 'a/b?c&d=e')).toBe(
      'https://a.example/v1/a%2Fb%3Fc%26d%3De?k=a%2Fb%3Fc%26d%3De',
    );
    expect(urlWith('https://a.example/?k={{secret.s}}', ALL_MARKS)).toBe(
      'https://a.example/?k=%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~%20%0A%E2%82%AC',
    );
  });

  it('reaches the source as the URL that parsers read', () => {
    const url = urlWith('https://a.example/v1/{{secret.s}}?k={{secret.s}}', ALL_MARKS);
    expect(new URL(url).href).toBe(url);
    expect(new URL(url).searchParams.get('k')).toBe(ALL_MARKS);
  });

  it.each([
    ['https://a.example/{{secret.s}}', ''],
    ['https://a.example/?k={{secret.s}}', ''],
    ['https://a.example/a/{{secret.s}}', '.'],
    ['https://a.example/{{secret.s}}/a', '..'],
    ['https://a.example/.{{secret.s}}?a', '.'],
    ['https://a.example/%2e{{secret.s}}', '.'],
    ['https://a.example/?k={{secret.s}}', 'x'.repeat(4_096)],
  ])('is refused where the url would be another one: %s', (url, secret) => {
    expect(() => urlWith(url, secret)).toThrow(/in the url must not be empty|url with its secrets in place/);
    expect(() => substituteInHead({ url, method: 'GET' }, new Map([['s', secret]]))).toThrow();
  });

  it.each(['...', '.a', 'a.'])('may have dots that are no segment: %s', (secret) => {
    expect(urlWith('https://a.example/{{secret.s}}/b?k=..', secret)).toBe(`https://a.example/${secret}/b?k=..`);
  });
});

describe('a secret in a body', () => {
  it('is escaped as the content of a string of JSON', () => {
    const body = bodyWith('application/json; charset=utf-8', '{"k":"{{secret.s}}"}', '"},{"x":"\\\n\u{1f600}');
    expect(JSON.parse(body ?? '')).toEqual({ k: '"},{"x":"\\\n\u{1f600}' });
  });

  it('is percent-encoded in a form', () => {
    expect(bodyWith('application/x-www-form-urlencoded', 'a=1&k={{secret.s}}', 'a&b=c d')).toBe('a=1&k=a%26b%3Dc%20d');
  });

  it('stays what it is where it reads like a placeholder', () => {
    expect(bodyWith('application/json', '"{{secret.s}}"', '{{secret.s}}')).toBe('"{{secret.s}}"');
  });

  it('makes a body of 16,384 bytes, and no longer one', () => {
    expect(bodyWith('application/json', '{{secret.s}}', 'x'.repeat(16_384))).toHaveLength(16_384);
    expect(() => bodyWith('application/json', '{{secret.s}}', 'x'.repeat(16_385))).toThrow('at most 16384 bytes');
    expect(() => bodyWith('application/json', '{{secret.other}}', 'x')).toThrow('has no secret');
  });
});

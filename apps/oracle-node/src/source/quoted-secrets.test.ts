import { describe, expect, it } from 'vitest';
import { quotesSecret } from './quoted-secrets.js';

const SECRET = 'sk-c0ffee/and+cake=0123456789';
const BASIC = base64('operator:c0ffee-and-cake');

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function quotedIn(text: string, secret = SECRET): boolean {
  return quotesSecret(text, ['another', secret]);
}

describe('a secret is quoted', () => {
  it.each([
    ['in clear', `the key ${SECRET} has no credit`],
    ['in capitals', SECRET.toUpperCase()],
    ['in a string of JSON', JSON.stringify({ error: `key ${SECRET}` })],
    ['with its slash escaped, as some servers write JSON', `{"error":"key ${SECRET.replace('/', '\\/')}"}`],
    ['with a letter escaped', `{"error":"key ${SECRET.replace('c', '\\u0063')}"}`],
    ['as the name of a member', JSON.stringify({ [SECRET]: 1 })],
    ['percent-encoded', `https://a.example/?key=${encodeURIComponent(SECRET)}`],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
    ['in base64', base64(SECRET)],
    ['in base64 behind one letter', base64(`:${SECRET}`)],
    ['in base64 behind two letters', base64(`a:${SECRET}`)],
    ['in base64 behind three letters', base64(`ab:${SECRET}`)],
    ['in base64 behind a letter of the alphabet', `x${base64(SECRET)}`],
    ['in base64url without padding', Buffer.from(SECRET).toString('base64url')],
    ['in base64 in base64', base64(base64(SECRET))],
    ['in base64, percent-encoded', encodeURIComponent(base64(SECRET))],
    ['in hex', Buffer.from(SECRET).toString('hex')],
    ['in hex of capitals behind a digit', `0${Buffer.from(SECRET).toString('hex').toUpperCase()}`],
    ['in hex in base64', base64(Buffer.from(SECRET).toString('hex'))],
  ])('%s', (_, text) => {
    expect(quotedIn(text)).toBe(true);
  });

  it.each([
    ['as it was sent', BASIC],
    ['decoded', 'no credit for operator:c0ffee-and-cake'],
    ['by its password', '{"error":"c0ffee-and-cake is no password"}'],
  ])('as base64 of a name and a password, %s', (_, text) => {
    expect(quotedIn(text, BASIC)).toBe(true);
  });
});

describe('a secret is not quoted', () => {
  it.each([
    ['where nothing is said of it', '{"x402Version":2,"accepts":[{"amount":"1000","payTo":"7nYzS"}]}'],
    ['by its first letters, as providers name keys', '{"error":"the key sk-c0ff… has no credit"}'],
    ['by nothing', ''],
  ])('%s', (_, text) => {
    expect(quotedIn(text)).toBe(false);
    expect(quotedIn(text, BASIC)).toBe(false);
  });

  it('where no secret was sent, or an empty one', () => {
    expect(quotesSecret('{"error":"a"}', [])).toBe(false);
    expect(quotesSecret('{"error":"a"}', [''])).toBe(false);
  });
});

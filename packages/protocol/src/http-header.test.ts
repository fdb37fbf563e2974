import { describe, expect, it } from 'vitest';
import { headerRule } from './http-header.js';

const reserved = [
  'Connection',
  'Content-Length',
  'Expect',
  'HOST',
  'keep-alive',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'proxy-connection',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'upgrade',
];

describe('headerRule', () => {
  it.each(reserved)('%s belongs to the sender of the request', (name) => {
    expect(headerRule(name, 'x')).toBe('must not be a hop-by-hop or framing header');
  });

  it.each(['accept', 'Authorization', 'X-Api-Key', "!#$%&'*+-.^_`|~09Az", '__proto__'])('%s may be set', (name) => {
    expect(headerRule(name, 'x')).toBeUndefined();
  });

  it('judges every ASCII character of a name as RFC 9110 does', () => {
    const allowed = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
      (name) => headerRule(name, '') === undefined,
    );
    expect(allowed.join('')).toBe("!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~");
  });

  it.each(['', 'x', 'a b', 'a\tb', '~', '!'])('value %j is legal', (value) => {
    expect(headerRule('x', value)).toBeUndefined();
  });

  it.each([' ', '\t', 'a ', ' a', 'a\r\nb: c', 'a\nb', 'a\0', '\x7f', 'é', '\u2028'])('value %j is refused', (value) => {
    expect(headerRule('x', value)).toBe('must have a value of printable ASCII, without white space at its ends');
  });
});

import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readKey } from './key.js';

const KEY = '11'.repeat(32);
function read(text: string) {
  return readKey({ name: 'the.key', text }, 'signing');
}

describe('readKey', () => {
  it.each([KEY, `0x${KEY}`, ` 0x${KEY}\n`, `signing:${KEY}\n`])('reads %j', (text) => {
    expect(read(text)).toEqual(new Uint8Array(32).fill(0x11));
  });

  it('refuses a key that was made for another use', () => {
    const rule = 'must hold the signing key, and holds the encryption key; exchange the two';
    expect(() => read(`encryption:${KEY}`)).toThrow(new ConfigError('the.key', rule));
  });

  it.each(['', '0x', `other:${KEY}`, KEY.slice(2), `${KEY}11`, 'zz'.repeat(32)])('refuses %j, and repeats nothing of it', (text) => {
    expect(() => read(text)).toThrow(new ConfigError('the.key', 'must hold 32 bytes in hex'));
  });
});

import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readKey } from './key.js';

const KEY = '11'.repeat(32);
function read(text: string) {
  return readKey({ name: 'the.key', text });
}

describe('readKey', () => {
  it.each([KEY, `0x${KEY}`, ` 0x${KEY}\n`])('reads %j', (text) => {
    expect(read(text)).toEqual(new Uint8Array(32).fill(0x11));
  });

  it.each(['', '0x', KEY.slice(2), `${KEY}11`, 'zz'.repeat(32)])('refuses %j, and repeats nothing of it', (text) => {
    expect(() => read(text)).toThrow(new ConfigError('the.key', 'must hold 32 bytes in hex'));
  });
});

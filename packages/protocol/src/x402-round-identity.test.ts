import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.js';
import type { SourceId } from './source-id.js';
import { X402_TICK_MS, x402RoundIdOf, x402RoundKey, type X402RoundIdentity } from './x402-round-identity.js';

const identity: X402RoundIdentity = {
  payer: parseAddress('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'),
  sourceId: new Uint8Array(32).fill(0xab) as SourceId,
  signaturesRequired: 3,
};

describe('identity of a paid round', () => {
  it('names payer, source and quorum, in the characters of a key', () => {
    const key = x402RoundKey(identity);
    expect(key).toBe(`4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU:${'ab'.repeat(32)}:3`);
    expect(x402RoundKey({ ...identity, signaturesRequired: 255 })).toMatch(/^[A-Za-z0-9:]{1,113}$/);
  });

  it.each([
    ['payer', { payer: parseAddress('11111111111111111111111111111111') }],
    ['source', { sourceId: new Uint8Array(32) as SourceId }],
    ['quorum', { signaturesRequired: 4 }],
  ])('is another one for another %s', (_, change) => {
    expect(x402RoundKey({ ...identity, ...change })).not.toBe(x402RoundKey(identity));
  });

  it('is decided anew ten times a second', () => {
    expect(X402_TICK_MS).toBe(100);
  });
});

describe('id of a paid round', () => {
  it('is the base58 form of 16 bytes', () => {
    expect(x402RoundIdOf(Uint8Array.from({ length: 16 }, (_, index) => index + 1))).toBe('8DfbjXLth7APvt3qQPgtf');
    expect(() => x402RoundIdOf(new Uint8Array(15))).toThrow(TypeError);
  });
});

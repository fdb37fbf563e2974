import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/jcs-rfc8785.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';

describe('RFC 8785 canonical form', () => {
  it.each(file.vectors)('of the author’s $name', ({ inputUtf8Hex, canonicalUtf8Hex }) => {
    const input: unknown = JSON.parse(new TextDecoder().decode(fromHex(inputUtf8Hex)));
    const canonical = canonicalize(input);
    expect(toHex(new TextEncoder().encode(canonical))).toBe(`0x${canonicalUtf8Hex}`);
  });
});

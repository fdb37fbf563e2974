import { ed25519 } from '@noble/curves/ed25519.js';
import { parseSignature } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/sign-in-with-x.json' with { type: 'json' };
import { signInHeader, signInText } from './sign-in.js';

const { payload } = file.vectors[0]!;
/** The client of the vectors signed with this key. */
const secretKey = new Uint8Array(32).fill(1);

describe('a sign-in', () => {
  it('is signed over the very text of the official client', () => {
    const signature = ed25519.sign(new TextEncoder().encode(signInText(payload)), secretKey);
    expect(signature).toEqual(parseSignature(payload.signature));
  });

  it('is sent with the members of the official client, and no others', () => {
    const header = signInHeader(payload, Uint8Array.of(0, 1, 255));
    expect(JSON.parse(atob(header))).toEqual({ ...payload, signature: '0x0001ff' });
  });
});

import { hexToBytes } from '@noble/hashes/utils.js';
import vectors from '@oracle-gateway/vectors/schnorr-signature.json' with { type: 'json' };
import type { RandomBytes } from '../src/signing/index.js';

/** Bytes of a hex text of the vector files, with or without `0x`. */
export function hex(text: string): Uint8Array {
  return hexToBytes(text.replace(/^0x/, ''));
}

export function filled(byteLength: number, byte: number): Uint8Array {
  return new Uint8Array(byteLength).fill(byte);
}

/** A copy with one bit changed. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = bytes.slice();
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/** A random source that repeats: every run of a test sees the same "random" bytes. */
export function countingRandom(seed: number): RandomBytes {
  let calls = 0;
  return (length) => {
    calls += 1;
    return Uint8Array.from({ length }, (_, position) => (seed * 31 + calls * 7 + position * 13) & 0xff);
  };
}

/** A random source that gives these bytes, in order, one piece a call. */
export function randomYielding(...pieces: Uint8Array[]): RandomBytes {
  const wanted = [...pieces];
  return () => {
    const piece = wanted.shift();
    if (piece === undefined) throw new Error('no random bytes left');
    return piece;
  };
}

/** A point of the curve with n ≤ x < p. Its secret is unknown to anyone, so no valid signature can stand in for the rule. */
export const keyBeyondOrder = ((): Uint8Array => {
  const found = vectors.vectors.find(({ name }) => name === 'key on the curve with n <= x < p');
  if (found === undefined) throw new Error('no such vector');
  return hex(found.publicKey);
})();

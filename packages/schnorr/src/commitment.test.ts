import { describe, expect, it } from 'vitest';
import sessions from '@oracle-gateway/vectors/schnorr-session.json' with { type: 'json' };
import { filled, hex } from '../tests/bytes.js';
import { commitmentAddress, commitmentOfNonce } from './commitment.js';
import { encodePublicKey, Point } from './secp256k1.js';

describe('commitmentAddress', () => {
  it('is the Ethereum address of the point', () => {
    // The address of secret key 1, known to every Ethereum library.
    expect(commitmentAddress(encodePublicKey(Point.BASE))).toEqual(hex('7e5f4552091a69125d5dfcb7b8c2659029395bdf'));
  });

  it('refuses a compressed point', () => {
    expect(() => commitmentAddress(filled(33, 2))).toThrow(/^point: expected 64 bytes, got 33$/);
  });
});

describe('commitmentOfNonce', () => {
  it.each(sessions.vectors)('finds the commitment of rx and ryParity: $name', ({ rx, ryParity, commitment }) => {
    const parity = ryParity === 0 ? 0 : 1;
    expect(commitmentOfNonce(hex(rx), parity)).toEqual(hex(commitment));
    expect(commitmentOfNonce(hex(rx), parity === 0 ? 1 : 0)).not.toEqual(hex(commitment));
  });

  it('is null for an abscissa of no point', () => {
    expect(commitmentOfNonce(Uint8Array.of(...filled(31, 0), 5), 0)).toBeNull();
  });

  it('throws a TypeError for another width', () => {
    expect(() => commitmentOfNonce(filled(33, 2), 0)).toThrow(/^rx: expected 32 bytes/);
  });
});

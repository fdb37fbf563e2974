import { bytesToNumberBE } from '@noble/curves/utils.js';
import { describe, expect, it } from 'vitest';
import own from '@oracle-gateway/vectors/schnorr-signature.json' with { type: 'json' };
import { hex } from '../tests/bytes.js';
import { createVerify, type RecoverBackend } from './recover.js';
import { Scalars } from './secp256k1.js';

const valid = own.vectors
  .filter((vector) => vector.valid)
  .map(({ publicKey, message, s, commitment }) => ({
    publicKey: hex(publicKey),
    message: hex(message),
    s: hex(s),
    commitment: hex(commitment),
  }));

describe('createVerify', () => {
  it('asks every backend for low s only, so that a low-s rule changes nothing', () => {
    const asked: { recoveryId: number; s: bigint; r: Uint8Array }[] = [];
    const record: RecoverBackend = (_hash, recoveryId, signature) => {
      asked.push({ recoveryId, r: signature.slice(0, 32), s: bytesToNumberBE(signature.subarray(32)) });
      return null;
    };
    const verify = createVerify(record);
    valid.forEach((input) => verify(input));

    expect(asked).toHaveLength(valid.length);
    expect(asked.every(({ s }) => s > 0n && s <= Scalars.ORDER / 2n)).toBe(true);
    expect(asked.map(({ r }) => r)).toEqual(valid.map(({ publicKey }) => publicKey.slice(0, 32)));
    // Both a parity kept and a parity flipped occur, so neither branch goes untested.
    const flipped = asked.map(({ recoveryId }, place) => recoveryId !== ((valid[place]?.publicKey[63] ?? 0) & 1));
    expect(new Set(flipped)).toEqual(new Set([true, false]));
  });

  it('refuses when the backend recovers nothing', () => {
    const verify = createVerify(() => null);
    expect(valid.map((input) => verify(input))).toEqual(valid.map(() => false));
  });

  it('does not ask the backend about a signature that is refused before', () => {
    const verify = createVerify(() => {
      throw new Error('asked');
    });
    const [input] = valid;
    if (input === undefined) throw new Error('no valid vector');
    expect(verify({ ...input, s: new Uint8Array(32) })).toBe(false);
    expect(() => verify(input)).toThrow('asked');
  });
});

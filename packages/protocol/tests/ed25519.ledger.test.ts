import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/ed25519.json' with { type: 'json' };
import { type Ed25519Input, fromHex, verifyEd25519 } from '../src/index.js';
import { createNativeEd25519Verifier } from '../src/node/index.js';
import { createPrecompileVerifier } from './ledger-precompile.js';

/** Raised by hand for a long run: ED25519_MUTATIONS=100000. */
const MUTATIONS = Number(process.env['ED25519_MUTATIONS'] ?? 400);
const MS_PER_MUTATION = 50;

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
const PRIME = Point.Fp.ORDER;
const TORSION = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');

/** Known scalars, each with the encodings of its point plus every torsion. */
const secrets = Array.from({ length: 8 }, (_, number) => knownScalar(`key ${number}`));
const nonces = Array.from({ length: 16 }, (_, number) => knownScalar(`nonce ${number}`));

/** Small order, no canonical form, or both; with either sign. */
const oddEncodings = [
  ...Array.from({ length: 8 }, (_, multiple) => TORSION.multiplyUnsafe(BigInt(multiple)).toAffine().y),
  ...Array.from({ length: 19 }, (_, above) => PRIME + BigInt(above)),
].flatMap((y) => [encodeLE(y), encodeLE(y | (1n << 255n))]);

const verifiers = {
  precompile: createPrecompileVerifier(),
  portable: verifyEd25519,
  native: createNativeEd25519Verifier({ maxKeys: 16 }),
};

describe("the ledger's verdict on Ed25519", () => {
  const sayable = file.vectors.filter(({ signature, publicKey }) => signature.length === 2 + 128 && publicKey.length === 2 + 64);

  it.each(sayable)('$name: accepted is $accepted', ({ signature, message, publicKey, accepted }) => {
    const input = { signature: fromHex(signature), message: fromHex(message), publicKey: fromHex(publicKey) };
    expect(verdictsOn(input)).toEqual({ precompile: accepted, portable: accepted, native: accepted });
  });

  it(
    `is that of both verifiers on ${MUTATIONS} signatures with torsion, odd encodings, a larger S or changed bytes`,
    () => {
      const seen = { accepted: 0, refused: 0 };
      const eighth = fc.nat(7);
      const change = fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 3, arbitrary: fc.record({ place: fc.nat(95), value: fc.nat(255) }) },
        { weight: 1, arbitrary: fc.record({ at: fc.constantFrom(0, 64), odd: fc.nat(oddEncodings.length - 1) }) },
        { weight: 1, arbitrary: fc.record({ orders: fc.integer({ min: 1, max: 15 }) }) },
      );
      const made = fc.record({
        secret: fc.constantFrom(...secrets),
        nonce: fc.constantFrom(...nonces),
        keyTorsion: fc.oneof(fc.constant(0), eighth),
        nonceTorsion: fc.oneof(fc.constant(0), eighth),
        message: fc.uint8Array({ maxLength: 64 }),
        change,
      });
      fc.assert(
        fc.property(made, (parts) => {
          const input = craft(parts);
          const { precompile, ...ours } = verdictsOn(input);
          seen[precompile ? 'accepted' : 'refused'] += 1;
          expect(ours).toEqual({ portable: precompile, native: precompile });
        }),
        { numRuns: MUTATIONS },
      );
      expect(seen.accepted).toBeGreaterThan(MUTATIONS / 20);
      expect(seen.refused).toBeGreaterThan(MUTATIONS / 20);
    },
    60_000 + MUTATIONS * MS_PER_MUTATION,
  );
});

type Change =
  | null
  | { readonly place: number; readonly value: number }
  | { readonly at: number; readonly odd: number }
  | { readonly orders: number };

/** S = r + k·a over the encodings as they are with torsion: what is left of it decides. Then one change. */
function craft(parts: {
  readonly secret: ReturnType<typeof knownScalar>;
  readonly nonce: ReturnType<typeof knownScalar>;
  readonly keyTorsion: number;
  readonly nonceTorsion: number;
  readonly message: Uint8Array;
  readonly change: Change;
}): Ed25519Input {
  const { secret, nonce, keyTorsion, nonceTorsion, message, change } = parts;
  const publicKey = secret.encodings[keyTorsion]!;
  const encodedR = nonce.encodings[nonceTorsion]!;
  const k = readLE(sha512(Buffer.concat([encodedR, publicKey, message]))) % ORDER;
  const orders = change !== null && 'orders' in change ? BigInt(change.orders) : 0n;
  const s = ((nonce.scalar + k * secret.scalar) % ORDER) + orders * ORDER;
  const bytes = Buffer.concat([encodedR, encodeLE(s), publicKey]);
  if (change !== null && 'place' in change) bytes[change.place] = change.value;
  if (change !== null && 'odd' in change) bytes.set(oddEncodings[change.odd]!, change.at);
  return { signature: bytes.subarray(0, 64), message, publicKey: bytes.subarray(64) };
}

function verdictsOn(input: Ed25519Input) {
  return { precompile: verifiers.precompile(input), portable: verifiers.portable(input), native: verifiers.native(input) };
}

function knownScalar(name: string) {
  const scalar = readLE(sha512(Buffer.from(name))) % ORDER;
  const point = Point.BASE.multiply(scalar);
  const encodings = Array.from({ length: 8 }, (_, multiple) => point.add(TORSION.multiplyUnsafe(BigInt(multiple))).toBytes());
  return { scalar, encodings };
}

function readLE(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

function encodeLE(number: bigint): Uint8Array {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse();
}

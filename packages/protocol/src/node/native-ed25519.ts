import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { BoundedMap } from '../bounded-map.js';
import type { VerifyEd25519 } from '../ed25519.js';
import { toHex } from '../hex.js';

/** DER of an Ed25519 SubjectPublicKeyInfo up to the 32 bytes of the key (RFC 8410 §4). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * y coordinates of the eight points of small order, little-endian, the sign bit cleared: 0 and −1, 1, and the two of order eight. The y that
 * belongs to the sign of a zero x is here too, so what is left has no signed zero.
 */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000000000000000000000000000',
  '0x0100000000000000000000000000000000000000000000000000000000000000',
  '0xecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0x26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '0xc7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** 2^255 − 19, little-endian. */
const FIELD_PRIME = Buffer.from(`ed${'ff'.repeat(30)}7f`, 'hex').reverse();

/**
 * The acceptance rule of docs/protocol.md#ed25519-acceptance on Node's own curve, several times as fast as `verifyEd25519`. OpenSSL checks S < ℓ and compares
 * encode([S]B − [k]A) with R byte for byte; what it lets through beyond the rule are encodings of A that are not canonical, and points of
 * small order. R needs no check of its encoding, since it equals one. The keys of the last `maxKeys` good signatures stay decoded.
 */
export function createNativeEd25519Verifier({ maxKeys }: { readonly maxKeys: number }): VerifyEd25519 {
  const remembered = new BoundedMap<string, KeyObject>(maxKeys);

  return ({ signature, message, publicKey }) => {
    if (signature.length !== 64 || publicKey.length !== 32) return false;
    if (!isCanonicalLargeOrder(publicKey) || !isCanonicalLargeOrder(signature.subarray(0, 32))) return false;
    const name = toHex(publicKey);
    const key = remembered.peek(name) ?? decodeKey(publicKey);
    if (!verify(null, message, key, signature)) return false;
    // Only a good signature is remembered: naming a key costs a stranger nothing.
    remembered.set(name, key);
    return true;
  };
}

/** Whether 32 bytes can be the one encoding of a point that has no small order; whether there is such a point, the curve says. */
function isCanonicalLargeOrder(encoded: Uint8Array): boolean {
  const y = Buffer.from(encoded);
  y.writeUInt8(y.readUInt8(31) & 0x7f, 31);
  if (SMALL_ORDER_Y.has(toHex(y))) return false;
  return Buffer.compare(y.reverse(), FIELD_PRIME) < 0;
}

function decodeKey(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
}

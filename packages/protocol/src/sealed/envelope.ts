import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { ascii, bytesOfLength, u8 } from '../fixed-width.js';
import { LABELS } from '../labels.js';
import type { SourceId } from '../source-id.js';
import { decrypt, encrypt } from './aead.js';
import { ENVELOPE_BYTES, KEY_BYTES, NONCE_BYTES } from './enc-key-bundle.js';

/** Each kek serves one envelope: it is derived from a fresh key, and from the ciphertext it belongs to. */
const ENVELOPE_NONCE = new Uint8Array(NONCE_BYTES);

/** Context that an envelope is bound to beside the two parties' keys. */
export interface EnvelopeContext {
  readonly sourceId: SourceId;
  readonly nodeIndex: number;
  readonly nonceSym: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** Wraps the bundle's key for one node. Throws when the node's key is of small order. */
export function sealEnvelope(
  context: EnvelopeContext,
  keys: { readonly ephemeralSecret: Uint8Array; readonly ephemeralPub: Uint8Array; readonly nodePublicKey: Uint8Array },
  bundleKey: Uint8Array,
): Uint8Array {
  const shared = sharedSecret(keys.ephemeralSecret, keys.nodePublicKey);
  if (shared === undefined) throw new RangeError('nodes: an encryption key must not be of small order');
  const kek = deriveKek(context, shared, keys);
  const envelope = encrypt({ key: kek, nonce: ENVELOPE_NONCE }, bundleKey);
  kek.fill(0);
  return envelope;
}

/** The bundle's key, 32 bytes, or undefined when this node's key does not open the envelope. */
export function openEnvelope(
  context: EnvelopeContext,
  keys: { readonly ephemeralPub: Uint8Array; readonly nodeSecretKey: Uint8Array; readonly nodePublicKey: Uint8Array },
  envelope: Uint8Array,
): Uint8Array | undefined {
  if (envelope.length !== ENVELOPE_BYTES) return undefined;
  const shared = sharedSecret(keys.nodeSecretKey, keys.ephemeralPub);
  if (shared === undefined) return undefined;
  const kek = deriveKek(context, shared, keys);
  const bundleKey = decrypt({ key: kek, nonce: ENVELOPE_NONCE }, envelope);
  kek.fill(0);
  return bundleKey;
}

/** Undefined for a shared secret of zero, which any third party could compute (RFC 7748 §6.1). */
function sharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  bytesOfLength('secretKey', secretKey, KEY_BYTES);
  bytesOfLength('publicKey', publicKey, KEY_BYTES);
  try {
    return x25519.getSharedSecret(secretKey, publicKey);
  } catch {
    return undefined;
  }
}

/** Wipes the shared secret. */
function deriveKek(
  { sourceId, nodeIndex, nonceSym, ciphertext }: EnvelopeContext,
  shared: Uint8Array,
  keys: { readonly ephemeralPub: Uint8Array; readonly nodePublicKey: Uint8Array },
): Uint8Array {
  const salt = concatBytes(keys.ephemeralPub, keys.nodePublicKey);
  const digest = sha256(concatBytes(bytesOfLength('nonceSym', nonceSym, NONCE_BYTES), ciphertext));
  const info = concatBytes(ascii(LABELS.envelope), bytesOfLength('sourceId', sourceId, 32), u8(nodeIndex), digest);
  const kek = hkdf(sha256, shared, salt, info, KEY_BYTES);
  shared.fill(0);
  return kek;
}

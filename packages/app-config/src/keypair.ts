import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { type Address, toAddress } from '@oracle-gateway/protocol';
import { type MessageKind, signedBytes } from '@oracle-gateway/protocol/internal';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { ConfigError } from './config-error.js';
import type { Setting } from './setting.js';

/** An Ed25519 key. Its secret stays inside a closure, or in the process behind a socket. */
export interface Keypair {
  readonly address: Address;
  /** 64 bytes over `signedBytes(kind, message)`. Rejects with SignerError. */
  readonly sign: (kind: MessageKind, message: Uint8Array) => Promise<Uint8Array>;
  /** Why it does not sign now, for an operator; null: it does. */
  readonly trouble: () => string | null;
}

const SEED_BYTES = 32;
/** RFC 8410: PKCS #8 of an Ed25519 key is this prefix and the seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Reads the Solana CLI's form: a JSON array of 64 bytes, seed then public key. Throws ConfigError. */
export function readKeypair(setting: Setting): Keypair {
  return keypairOf(readBytes(setting), setting);
}

/** The 64 bytes, for a library that signs with them. Throws ConfigError. */
export function readSecretKey(setting: Setting): Uint8Array {
  const bytes = readBytes(setting);
  keypairOf(bytes, setting);
  return Uint8Array.from(bytes);
}

function keypairOf(bytes: Buffer, setting: Setting): Keypair {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, bytes.subarray(0, SEED_BYTES)]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
  if (!publicKey.equals(bytes.subarray(SEED_BYTES))) {
    throw new ConfigError(setting.name, 'must hold a keypair whose public key belongs to its secret key');
  }
  return {
    address: toAddress(publicKey),
    sign: (kind, message) => Promise.resolve(new Uint8Array(sign(null, signedBytes(kind, message, { sha256: nativeSha256 }), privateKey))),
    trouble: () => null,
  };
}

function readBytes({ name, text }: Setting): Buffer {
  const plain = readJson(text);
  const isByte = (entry: unknown): entry is number => typeof entry === 'number' && Number.isInteger(entry) && entry >= 0 && entry <= 255;
  if (!Array.isArray(plain) || plain.length !== 2 * SEED_BYTES || !plain.every(isByte)) {
    throw new ConfigError(name, 'must hold a keypair: a JSON array of 64 bytes');
  }
  return Buffer.from(plain);
}

/** `undefined` for a text that is not JSON; the error of JSON.parse would quote it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

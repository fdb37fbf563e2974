import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { type Address, toAddress } from '@oracle-gateway/protocol';

/** The gateway's authority: signs node requests (protocol §5a). The secret stays inside the closure. */
export interface GatewayKeypair {
  readonly authority: Address;
  /** Ed25519 over `message`, 64 bytes. */
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** The text is no keypair. Holds no part of it. */
export class KeypairError extends Error {
  override readonly name = 'KeypairError';

  constructor(readonly rule: string) {
    super(`keypair ${rule}`);
  }
}

const SEED_BYTES = 32;
/** RFC 8410: PKCS #8 of an Ed25519 key is this prefix and the seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Reads the Solana CLI's form: a JSON array of 64 bytes, seed then public key. Throws {@link KeypairError}. */
export function parseKeypair(text: string): GatewayKeypair {
  const bytes = readBytes(text);
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, bytes.subarray(0, SEED_BYTES)]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
  if (!publicKey.equals(bytes.subarray(SEED_BYTES)))
    throw new KeypairError('does not fit together: the public half is not that of the secret half');
  return { authority: toAddress(publicKey), sign: (message) => new Uint8Array(sign(null, message, privateKey)) };
}

function readBytes(text: string): Buffer {
  let plain: unknown;
  try {
    plain = JSON.parse(text);
  } catch {
    throw new KeypairError('must be a JSON array of 64 bytes');
  }
  const isByte = (entry: unknown): entry is number => typeof entry === 'number' && Number.isInteger(entry) && entry >= 0 && entry <= 255;
  if (!Array.isArray(plain) || plain.length !== 2 * SEED_BYTES || !plain.every(isByte))
    throw new KeypairError('must be a JSON array of 64 bytes');
  return Buffer.from(plain);
}

import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { ClientUsageError } from './errors.js';

const SECRET_KEY_BYTES = 64;
const SEED_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * An Ed25519 key that signs bytes: a wallet's, a `CryptoKey`'s, a KMS's. The key itself never comes here.
 *
 * @example
 * const signer: Signer = { address: wallet.publicKey.toBase58(), sign: (message) => wallet.signMessage(message) };
 */
export interface Signer {
  /** The public key, base58. */
  readonly address: string;
  /** The 64 bytes of an Ed25519 signature of `message`, which is not hashed before. */
  sign(message: Uint8Array): Promise<Uint8Array> | Uint8Array;
}

/**
 * A signer of a key that is at hand: the 64 bytes of the Solana CLI's key files, seed before public key.
 *
 * @throws ClientUsageError unless there are 64 bytes, and the second half is the public key of the first
 * @example
 * const signer = keypairSigner(Uint8Array.from(JSON.parse(await readFile('id.json', 'utf8'))));
 */
export function keypairSigner(secretKey: Uint8Array): Signer {
  if (!(secretKey instanceof Uint8Array) || secretKey.length !== SECRET_KEY_BYTES)
    throw new ClientUsageError('secretKey', `must have ${SECRET_KEY_BYTES} bytes, as a key file of the Solana CLI`);
  const seed = secretKey.slice(0, SEED_BYTES);
  const publicKey = secretKey.slice(SEED_BYTES);
  if (!equalBytes(ed25519.getPublicKey(seed), publicKey))
    throw new ClientUsageError('secretKey', 'must end with the public key of its first 32 bytes');
  return { address: formatAddress(toAddress(publicKey)), sign: (message) => ed25519.sign(message, seed) };
}

/** The signature, once it has the form of one. @throws ClientUsageError, also when the signer refuses */
export async function signWith(signer: Signer, message: Uint8Array): Promise<Uint8Array> {
  const signature = await signed(signer, message);
  if (!(signature instanceof Uint8Array) || signature.length !== SIGNATURE_BYTES)
    throw new ClientUsageError('signer', `sign must answer the ${SIGNATURE_BYTES} bytes of an Ed25519 signature`);
  return signature;
}

async function signed(signer: Signer, message: Uint8Array): Promise<unknown> {
  try {
    return await signer.sign(message);
  } catch (error) {
    throw new ClientUsageError('signer', 'did not sign', { cause: error });
  }
}

import { ed25519 } from '@noble/curves/ed25519.js';
import { parseAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { ClientUsageError } from '../base/errors.js';
import type { Signer } from '../base/signer.js';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** The first byte of a message has this bit where the message has a version. */
const VERSIONED = 0x80;
/** Counts of keys, behind the version where there is one. */
const COUNTS_BYTES = 3;

/** A wallet that signs transactions, such as one with the feature `solana:signTransaction` of the Wallet Standard. */
export interface WalletSigner extends Pick<Signer, 'address'> {
  /** The transaction with the wallet's signature filled in. @param transaction as RPC servers take it: signatures, then the message */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
}

/**
 * The transaction that the wallet has signed. A wallet may have added to it; its owner sees there what is signed.
 *
 * @throws ClientUsageError when the wallet refuses, or answers a transaction without its valid signature
 */
export async function signedBy(
  signer: WalletSigner,
  transaction: Uint8Array,
): Promise<{ readonly bytes: Uint8Array; readonly signature: Uint8Array }> {
  const bytes = await answerOf(signer, transaction);
  const signature = bytes instanceof Uint8Array ? signatureIn(bytes, parseAddress(signer.address)) : undefined;
  if (!(bytes instanceof Uint8Array) || signature === undefined)
    throw new ClientUsageError('signer', 'signTransaction must answer the transaction with a valid signature of the wallet');
  return { bytes, signature };
}

async function answerOf(signer: WalletSigner, transaction: Uint8Array): Promise<unknown> {
  try {
    return await signer.signTransaction(transaction);
  } catch (error) {
    throw new ClientUsageError('signer', 'did not sign', { cause: error });
  }
}

/** The valid signature of a key in a transaction; undefined where the transaction has no such signature. */
function signatureIn(bytes: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  const count = bytes[0] ?? 0;
  const message = bytes.subarray(1 + count * SIGNATURE_BYTES);
  // The number of keys stands behind the counts: one byte, since fewer than 128 fit.
  const keysAt = COUNTS_BYTES + 1 + ((message[0] ?? 0) >= VERSIONED ? 1 : 0);
  for (let place = 0; place < count; place += 1) {
    const start = keysAt + place * KEY_BYTES;
    const signature = bytes.subarray(1 + place * SIGNATURE_BYTES, 1 + (place + 1) * SIGNATURE_BYTES);
    if (equalBytes(message.subarray(start, start + KEY_BYTES), key))
      return signature.length === SIGNATURE_BYTES && ed25519.verify(signature, message, key) ? signature : undefined;
  }
  return undefined;
}

import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, toAddress } from '@oracle-gateway/protocol';
import { type MessageKind, signedBytes } from '@oracle-gateway/protocol/internal';

/** An Ed25519 key that signs. */
export interface LedgerSigner {
  readonly address: Address;
  /** 64 bytes over `signedBytes(kind, message)`. */
  sign(kind: MessageKind, message: Uint8Array): Promise<Uint8Array>;
}

/**
 * A signer from a secret key in the form of the Solana CLI: 32 secret bytes ‖ 32 public bytes.
 * Throws RangeError when the length is wrong or the halves do not belong together.
 */
export function signerFromSecretKey(secretKey: Uint8Array): LedgerSigner {
  if (secretKey.length !== 64) throw new RangeError('secretKey: must be 64 bytes');
  const secret = secretKey.slice(0, 32);
  const publicKey = ed25519.getPublicKey(secret);
  if (publicKey.some((byte, index) => byte !== secretKey[32 + index]))
    throw new RangeError('secretKey: the public half must belong to the secret half');
  const sign: LedgerSigner['sign'] = (kind, message) => Promise.resolve(ed25519.sign(signedBytes(kind, message), secret));
  return { address: toAddress(publicKey), sign };
}

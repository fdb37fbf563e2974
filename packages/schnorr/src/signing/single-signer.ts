import { assertBytes } from '../bytes.js';
import { challenge } from '../challenge.js';
import { commitmentAddress } from '../commitment.js';
import type { RandomBytes } from '../random.js';
import { encodePublicKey, MESSAGE_BYTES } from '../secp256k1.js';
import { hedgedNonce } from './hedged-nonce.js';
import { openSigningKey, type SigningKey } from './signing-key.js';

/** The signature of one key. */
export interface SingleSignature {
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
}

/**
 * Signs with one key alone; `verifySignature` verifies it (docs/protocol.md#aggregate-signature). The nonce is hedged with the message and never equal to one
 * of a signing session.
 *
 * @throws TypeError for a wrong width
 */
export function signSingle(
  { signingKey, message }: { readonly signingKey: SigningKey; readonly message: Uint8Array },
  deps: { readonly random: RandomBytes },
): SingleSignature {
  assertBytes(message, MESSAGE_BYTES, 'message');
  const { secret, publicKey, curve } = openSigningKey(signingKey);
  const nonce = hedgedNonce({ signingKey, context: message }, deps);
  const commitment = commitmentAddress(encodePublicKey(nonce.point));
  const e = challenge({ publicKey: encodePublicKey(publicKey), message, commitment });
  return { s: curve.addProduct({ addend: nonce.secret, factor: e, secret }), commitment };
}

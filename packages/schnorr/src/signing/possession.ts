import type { VerifySignature } from '../signature.js';
import { verifySignature } from '../verify.js';
import type { RandomBytes } from './random.js';
import { signSingle, type SingleSignature } from './single-signer.js';

/**
 * Proves possession of a key at registration (protocol §4). Plain key sums are safe only over keys proven this way.
 *
 * @param input.message `nodePossessionMessage`: it names the deployment, the key itself, its encryption key and its operator.
 * A proof over a message that does not name the key can be moved to a rogue key.
 * @throws SecretKeyError; TypeError for a wrong width
 */
export function provePossession(input: { secretKey: Uint8Array; message: Uint8Array; random: RandomBytes }): SingleSignature {
  return signSingle(input);
}

/** The check on the other side; `message` must be rebuilt by the verifier from the key that registers. */
export const verifyPossession: VerifySignature = verifySignature;

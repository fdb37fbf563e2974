import { type Address, type DeploymentId, nodePossessionMessage } from '@oracle-gateway/protocol';
import type { RandomBytes } from '../random.js';
import { verifySignature } from '../verify.js';
import { signSingle, type SingleSignature } from './single-signer.js';
import type { SigningKey } from './signing-key.js';

/** The fields that a node registers together with its key. */
export interface NodeRegistration {
  readonly deploymentId: DeploymentId;
  /** 0 to 63, its place in the registry. */
  readonly index: number;
  /** X25519 public key, 32 bytes. */
  readonly encryptionKey: Uint8Array;
  readonly operator: Address;
  /** `registeredAt` of the Node account that this registration replaces, unix seconds; 0 for the first one. */
  readonly previousRegisteredAt: bigint;
  /** URL in printable ASCII, at most 127 characters. */
  readonly endpoint: string;
}

/**
 * Proves possession of a key at registration (docs/protocol.md#proof-of-possession). Plain key sums are safe only over keys proven this way.
 *
 * This function builds the message, which contains the key: a proof over another message could be moved to a rogue key. A proof serves one
 * registration, because the next one replaces another.
 *
 * @throws TypeError for a wrong width, RangeError for a number or an endpoint outside its range
 */
export function provePossession(
  { signingKey, ...registration }: NodeRegistration & { readonly signingKey: SigningKey },
  deps: { readonly random: RandomBytes },
): SingleSignature {
  const message = nodePossessionMessage({ ...registration, publicKey: signingKey.publicKey });
  return signSingle({ signingKey, message }, deps);
}

/**
 * Verifies a proof of possession over the message rebuilt from the registered key and fields.
 *
 * @param input.publicKey 64 bytes Px ‖ Py
 * @returns `false` for anything that does not verify
 * @throws TypeError for a wrong width
 */
export function verifyPossession(input: NodeRegistration & { readonly publicKey: Uint8Array; readonly proof: SingleSignature }): boolean {
  const { proof, ...registration } = input;
  return verifySignature({
    publicKey: input.publicKey,
    message: nodePossessionMessage(registration),
    s: proof.s,
    commitment: proof.commitment,
  });
}

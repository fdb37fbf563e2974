/** The rule that a signing session breaks. */
export type SigningSessionFault =
  /** The list of signers is empty or longer than 255. */
  | 'signer_count'
  /** An index is no integer 0..255, or the list is not strictly ascending. */
  | 'signer_order'
  /** A public key, D or E is no point of the curve. */
  | 'bad_point'
  /** A nonce point occurs twice. */
  | 'repeated_nonce'
  /** R = ∞, or its commitment is zero. */
  | 'nonce_sum'
  /** P = ∞, or Px ≥ n. */
  | 'key_sum'
  /** b = 0. */
  | 'binding_factor'
  /** e = 0. */
  | 'challenge'
  /** The pair has signed already, or another process made it. */
  | 'nonces_used'
  /** The signer's index is not in the session. */
  | 'not_a_signer'
  /** The session lists other nonces for the signer than those of the pair. */
  | 'foreign_nonces'
  /** The session lists another key for the signer than that of the secret key. */
  | 'foreign_key'
  /** Not exactly one partial signature per signer. */
  | 'partial_count';

/** The session must not be signed. `index` is the node at fault, where one node is. */
export class SigningSessionError extends Error {
  override readonly name = 'SigningSessionError';
  constructor(
    readonly reason: SigningSessionFault,
    readonly index?: number,
  ) {
    super(index === undefined ? `signing session: ${reason}` : `signing session: ${reason} at node ${index}`);
  }
}

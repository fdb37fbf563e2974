import { type Observation, observationMessage } from '@oracle-gateway/protocol';
import type { SignatureInput, VerifySignature } from './signature.js';
import { verifySignature } from './verify.js';

/** An observation with the signature of its observer. */
export interface SignedObservation extends Observation {
  readonly signature: Pick<SignatureInput, 's' | 'commitment'>;
}

/**
 * Whether the observer with this key signed the observation in this session (docs/protocol.md#observation).
 *
 * @param input.sessionId 32 bytes
 * @param input.publicKey 64 bytes Px ‖ Py, from the verifier's own view of the registry
 * @throws TypeError or RangeError for a wrong type or width, never for a signature that is merely false
 */
export function verifyObservation(
  input: { readonly sessionId: Uint8Array; readonly publicKey: Uint8Array; readonly observation: SignedObservation },
  { verify }: { readonly verify: VerifySignature } = { verify: verifySignature },
): boolean {
  const { sessionId, publicKey, observation } = input;
  return verify({ publicKey, message: observationMessage({ sessionId, observation }), ...observation.signature });
}

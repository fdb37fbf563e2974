import { type Observation, observationMessage } from '@oracle-gateway/protocol';
import type { SignedObservation } from '../observation.js';
import type { RandomBytes } from '../random.js';
import { signSingle } from './single-signer.js';
import type { SigningKey } from './signing-key.js';

/**
 * Signs an observation of a node, for one session (docs/protocol.md#observation). The nonce belongs to this message; no pair of the session is used.
 *
 * @param input.sessionId 32 bytes
 * @throws TypeError or RangeError for a wrong type or width
 */
export function signObservation(
  input: { readonly signingKey: SigningKey; readonly sessionId: Uint8Array; readonly observation: Observation },
  deps: { readonly random: RandomBytes },
): SignedObservation {
  const { signingKey, observation } = input;
  return { ...observation, signature: signSingle({ signingKey, message: observationMessage(input) }, deps) };
}

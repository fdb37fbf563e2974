import { type Observation, observationMessage } from '@oracle-gateway/protocol';
import type { SignedObservation } from '../observation.js';
import type { RandomBytes } from '../random.js';
import { signSingle } from './single-signer.js';
import type { SigningKey } from './signing-key.js';

/**
 * Signs what a node saw, for one session and no other (protocol §3). The nonce is of this message alone: no session pair is touched.
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

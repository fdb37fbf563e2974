import { toHex } from '@oracle-gateway/protocol';
import { createNoncePair, createSigningKey } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';

/** A co-signer of the attacker's: its commitments are whatever the attacker likes. */
export function attackerCommitment(): { d: string; e: string } {
  const signingKey = createSigningKey(new Uint8Array(32).fill(1));
  const { commitment } = createNoncePair(
    { signingKey, sessionId: new Uint8Array(32), attempt: 0 },
    { random: (length) => new Uint8Array(randomBytes(length)) },
  );
  return { d: toHex(commitment.D), e: toHex(commitment.E) };
}

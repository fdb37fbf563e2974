import { bytesToNumberBE } from '@noble/curves/utils.js';
import { assertBytes } from '../bytes.js';
import { encodePublicKey, parityOf, SCALAR_BYTES, Scalars, scalarToBytes } from '../secp256k1.js';
import type { PreparedSession } from './session.js';
import { SigningSessionError } from './session-error.js';

/** The aggregate signature in the members of a result (interface §2.5). */
export interface AggregateSignature {
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  /** 32 bytes: the nonce point's x coordinate. */
  readonly rx: Uint8Array;
  readonly ryParity: 0 | 1;
  /** 64 bytes Px ‖ Py. */
  readonly aggregateKey: Uint8Array;
}

/**
 * s = Σ s_i mod n. The sum proves nothing by itself: verify it as any third party would, and only when that fails look for the bad
 * node with `verifyPartial` (protocol §4, step 4).
 *
 * @param partials one per signer, 32 bytes each, in any order
 * @throws SigningSessionError when their number is not that of the signers; TypeError for a wrong width
 */
export function sumPartials(prepared: PreparedSession, partials: readonly Uint8Array[]): AggregateSignature {
  if (partials.length !== prepared.signers.length) throw new SigningSessionError('partial_count');
  const sum = partials.reduce((total, partial, position) => {
    assertBytes(partial, SCALAR_BYTES, `partials[${position}]`);
    return Scalars.create(total + bytesToNumberBE(partial));
  }, 0n);
  const { groupCommitment, commitment, aggregateKey } = prepared;
  return {
    s: scalarToBytes(sum),
    commitment: commitment.slice(),
    rx: encodePublicKey(groupCommitment).slice(0, 32),
    ryParity: parityOf(groupCommitment.y),
    aggregateKey: aggregateKey.slice(),
  };
}

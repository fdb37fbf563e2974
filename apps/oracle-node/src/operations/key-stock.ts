import type { RandomBytes, SigningKey } from '@oracle-gateway/schnorr/signing';
import type { ClockJumps } from '../signing/clock-jumps.js';
import { type CommitmentStore, createCommitmentStore } from '../signing/commitments.js';
import { createGiveCommitments, type GiveCommitments } from './commit.js';

/** A signing key, and the unused nonce pairs that were made for it. A pair signs with no other key. */
export interface KeyStock {
  readonly signingKey: SigningKey;
  readonly commitments: CommitmentStore;
  readonly give: GiveCommitments;
}

export function createKeyStock(
  signingKey: SigningKey,
  deps: { readonly random: RandomBytes; readonly nowMs: () => number; readonly monotonicMs: () => number; readonly clockJumps: ClockJumps },
): KeyStock {
  const { random, nowMs } = deps;
  const commitments = createCommitmentStore(deps);
  return { signingKey, commitments, give: createGiveCommitments({ signingKey, commitments, random, nowMs }) };
}

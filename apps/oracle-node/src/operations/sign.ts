import type { SignRequest, SignResponse } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import type { VerifySignature } from '@oracle-gateway/schnorr';
import type { CommitmentStore } from '../signing/commitments.js';
import { NodeError } from '../errors/node-error.js';
import { decidedValue } from '../signing/decided-value.js';
import type { Caller } from '../ledger/gateway-access.js';
import { takeOwnPair } from '../signing/in-advance.js';
import { sessionSigners, type SignRound } from '../signing/partial-signature.js';
import { GIVEN_IN_ADVANCE, type SigningSessions } from '../signing/sessions.js';

export interface SignDeps {
  readonly nodeIndex: number;
  readonly commitments: CommitmentStore;
  readonly sessions: SigningSessions;
  readonly signRound: SignRound;
  readonly verify: VerifySignature;
  readonly nowMs: () => number;
}

/** Throws NodeError. Synchronous on purpose: nothing else may run between taking a nonce pair and using it. */
export type Sign = (caller: Caller, request: SignRequest) => SignResponse;

/** Step 3 of a signing session in two exchanges (docs/protocol.md#signing-session). */
export function createSign(deps: SignDeps): Sign {
  return (caller, request) => {
    // Taken before any check: three answers from one pair, to concurrent calls, would reveal the signing key.
    const taken = deps.sessions.take(caller.name, request.sessionId, request.attempt);
    if (taken === null) {
      throw new NodeError('session_unknown');
    }
    const { round } = taken;
    const pair = taken.pair === GIVEN_IN_ADVANCE ? takeOwnPair(deps, caller, request) : taken.pair;
    if (pair === null) {
      throw new NodeError('nonce_spent');
    }
    const decided = decidedValue(round, request, deps);
    if (request.value !== toHex(decided.value)) {
      throw new NodeError('value_mismatch');
    }
    const signers = sessionSigners(round, request.signers);
    return deps.signRound(caller, { round, attempt: request.attempt, decided, signers, pair });
  };
}

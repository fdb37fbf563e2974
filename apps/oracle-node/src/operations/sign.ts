import type { SignRequest, SignResponse } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import type { CommitmentStore } from '../signing/commitments.js';
import { NodeError } from '../errors/node-error.js';
import { fixedValue, type FixedValueDeps } from '../signing/fixed-value.js';
import type { Caller } from '../ledger/gateway-access.js';
import { takeOwnPair } from '../signing/in-advance.js';
import { sessionSigners, type SignRound } from '../signing/partial-signature.js';
import { GIVEN_IN_ADVANCE, type SessionStore } from '../signing/sessions.js';

export interface SignDeps extends FixedValueDeps {
  readonly nodeIndex: number;
  readonly commitments: CommitmentStore;
  readonly sessions: SessionStore;
  readonly signRound: SignRound;
}

/** Throws NodeError. Synchronous on purpose: between taking a nonce pair and using it nothing else may run. */
export type Sign = (caller: Caller, request: SignRequest) => SignResponse;

/** Step 3 of a signing session in two exchanges (protocol §4). */
export function createSign(deps: SignDeps): Sign {
  return (caller, request) => {
    // Taken before any check: three answers to concurrent calls on one pair would give the signing key away.
    const taken = deps.sessions.take(caller.name, request.sessionId, request.attempt);
    if (taken === null) {
      throw new NodeError('session_unknown');
    }
    const { round } = taken;
    const pair = taken.pair === GIVEN_IN_ADVANCE ? takeOwnPair(deps, caller, request) : taken.pair;
    if (pair === null) {
      throw new NodeError('nonce_spent');
    }
    const fixed = fixedValue(round, request, deps);
    if (request.value !== toHex(fixed.value)) {
      throw new NodeError('value_mismatch');
    }
    const signers = sessionSigners(round, request.signers);
    return deps.signRound(caller, { round, attempt: request.attempt, fixed, signers, pair });
  };
}

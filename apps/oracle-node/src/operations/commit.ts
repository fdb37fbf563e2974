import type { CommitRequest, CommitResponse } from '@oracle-gateway/node-api';
import { COMMITMENT_LIFE_MS, fromHex, toHex } from '@oracle-gateway/protocol';
import { createNoncePairInAdvance, type RandomBytes, type SigningKey } from '@oracle-gateway/schnorr/signing';
import type { CommitmentStore } from '../signing/commitments.js';
import { NodeError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';

const BOOT_ID_BYTES = 16;

export interface CommitDeps {
  readonly signingKey: SigningKey;
  readonly commitments: CommitmentStore;
  readonly random: RandomBytes;
  readonly nowMs: () => number;
}

/** Throws NodeError `too_many_commitments`. */
export type Commit = (caller: Caller, request: CommitRequest) => CommitResponse;

/** The first round of later signing sessions: nonce commitments depend neither on message nor on signers (protocol §4). */
export function createCommit(deps: CommitDeps): Commit {
  const bootId = toHex(deps.random(BOOT_ID_BYTES));
  return (caller, request) => {
    const count = Math.min(request.count, deps.commitments.room(caller.name));
    if (count === 0) {
      throw new NodeError('too_many_commitments');
    }
    const batch = { gateway: caller.gateway, gatewayNonce: fromHex(request.gatewayNonce, 16), timeMs: deps.nowMs() };
    const made = Array.from({ length: count }, (_, number) =>
      createNoncePairInAdvance({ signingKey: deps.signingKey, batch, number }, deps),
    );
    deps.commitments.add(
      caller.name,
      made.map(({ pair }) => pair),
    );
    const nonces = made.map(({ commitment: { D, E } }) => ({ d: toHex(D), e: toHex(E) }));
    return { bootId, lifeMs: COMMITMENT_LIFE_MS, nonces };
  };
}

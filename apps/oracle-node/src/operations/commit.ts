import type { CommitRequest, CommitResponse } from '@oracle-gateway/node-api';
import { fromHex, toHex } from '@oracle-gateway/protocol';
import { COMMITMENT_LIFE_MS } from '@oracle-gateway/protocol/internal';
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

/** A key of the node, and who makes commitments for it. */
export interface CommittingKey {
  readonly signingKey: Pick<SigningKey, 'publicKey'>;
  readonly give: GiveCommitments;
}

/** Throws NodeError `too_many_commitments` or `not_eligible`. */
export type Commit = (caller: Caller, request: CommitRequest) => CommitResponse;

/** A gateway, as far as nonces depend on it. */
export type Committed = Pick<Caller, 'gateway' | 'name'>;

export interface CommitmentsWanted {
  readonly count: number;
  /** 16 bytes, fresh for each batch. */
  readonly gatewayNonce: Uint8Array;
  /** Called for each commitment of the batch that is used. */
  readonly onTaken?: () => void;
}

/** Makes a batch, of fewer commitments where the gateway has room for fewer; null where it has none. */
export type GiveCommitments = (to: Committed, wanted: CommitmentsWanted) => CommitResponse | null;

/** The first round of later signing sessions: nonce commitments depend neither on message nor on signers (docs/protocol.md#nonces). */
export function createGiveCommitments(deps: CommitDeps): GiveCommitments {
  let bootId = toHex(deps.random(BOOT_ID_BYTES));
  let dropped = deps.commitments.dropped();
  return ({ gateway, name }, { gatewayNonce, onTaken, ...wanted }) => {
    // The process counts as restarted: a gateway that names one of the pairs that were dropped must not take it for a lie.
    if (deps.commitments.dropped() !== dropped) bootId = toHex(deps.random(BOOT_ID_BYTES));
    dropped = deps.commitments.dropped();
    const count = Math.min(wanted.count, deps.commitments.room(name));
    if (count === 0) return null;
    const batch = { gateway, gatewayNonce, timeMs: deps.nowMs() };
    const made = Array.from({ length: count }, (_, number) =>
      createNoncePairInAdvance({ signingKey: deps.signingKey, batch, number }, deps),
    );
    deps.commitments.add(
      name,
      made.map(({ pair }) => pair),
      onTaken,
    );
    const nonces = made.map(({ commitment: { D, E } }) => ({ d: toHex(D), e: toHex(E) }));
    return { bootId, lifeMs: COMMITMENT_LIFE_MS, nonces };
  };
}

/** Gives commitments to a gateway that asks for them: of the node's first key, unless the request names another. */
export function createCommit(stocks: readonly [CommittingKey, ...CommittingKey[]]): Commit {
  return (caller, { count, gatewayNonce, publicKey }) => {
    const [present] = stocks;
    const stock = publicKey === undefined ? present : stocks.find(({ signingKey }) => toHex(signingKey.publicKey) === publicKey);
    if (stock === undefined) throw new NodeError('not_eligible', 'publicKey: must be a key of this node');
    const batch = stock.give(caller, { count, gatewayNonce: fromHex(gatewayNonce, 16) });
    if (batch === null) throw new NodeError('too_many_commitments');
    return batch;
  };
}

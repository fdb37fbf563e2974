import type { parseObserveRequest, SignersHex } from '@oracle-gateway/node-api';
import { isDecidedBySet } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { NoncePair, SessionSigner } from '@oracle-gateway/schnorr/signing';
import type { CommitmentStore } from './commitments.js';
import { NodeError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';
import { sessionSigners } from './partial-signature.js';

/** Takes the pair of the commitment with which the request lists this node. Null when the node is not listed or no longer has the pair. */
export function takeOwnPair(
  { commitments, nodeIndex }: { readonly commitments: CommitmentStore; readonly nodeIndex: number },
  caller: Caller,
  { signers }: { readonly signers?: SignersHex },
): NoncePair | null {
  const own = signers?.find(({ index }) => index === nodeIndex);
  return own === undefined ? null : commitments.take(caller.name, own.d);
}

/**
 * The signers of one exchange; null where the request asks for two. A single source in exact mode only: any other value is decided by a set of
 * observations later. Throws NodeError.
 */
export function signersInAdvance(
  request: ReturnType<typeof parseObserveRequest>,
  registry: RegistryAccount,
  nodeIndex: number,
): SessionSigner[] | null {
  const { signers, signaturesRequired, eligible, subject } = request;
  if (signers === undefined) {
    return null;
  }
  if (isDecidedBySet(subject)) {
    throw new NodeError('invalid_request', 'signers: must be sent for a single source in exact mode only');
  }
  if (!signers.some(({ index }) => index === nodeIndex)) {
    throw new NodeError('signers_mismatch', 'signers: must include this node');
  }
  return sessionSigners({ signaturesRequired, eligible, registry }, signers);
}

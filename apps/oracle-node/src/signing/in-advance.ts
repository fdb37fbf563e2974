import type { ObserveRequest, SignersHex } from '@oracle-gateway/node-api';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { NoncePair, SessionSigner } from '@oracle-gateway/schnorr/signing';
import type { CommitmentStore } from './commitments.js';
import { NodeError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';
import { sessionSigners } from './partial-signature.js';

/** Null when the node is named with no commitment that it still has. */
export function takeOwnPair(
  { commitments, nodeIndex }: { readonly commitments: CommitmentStore; readonly nodeIndex: number },
  caller: Caller,
  { signers }: { readonly signers?: SignersHex },
): NoncePair | null {
  const own = signers?.find(({ index }) => index === nodeIndex);
  return own === undefined ? null : commitments.take(caller.name, own.d);
}

/** Who signs with whom in one exchange; null where the request asks for two. In tolerance mode nobody knows yet what there is to sign. Throws NodeError. */
export function signersInAdvance(request: ObserveRequest, registry: RegistryAccount, nodeIndex: number): SessionSigner[] | null {
  const { signers, signaturesRequired, eligible, apiConfig } = request;
  if (signers === undefined) {
    return null;
  }
  if (apiConfig.aggregation !== undefined) {
    throw new NodeError('invalid_request', 'signers: are for exact mode only');
  }
  if (!signers.some(({ index }) => index === nodeIndex)) {
    throw new NodeError('signers_mismatch', 'signers: must hold the node that is asked');
  }
  return sessionSigners({ signaturesRequired, eligible, registry }, signers);
}

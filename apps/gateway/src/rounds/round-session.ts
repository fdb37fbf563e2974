import type { ObserveRequest } from '@oracle-gateway/node-api';
import { type Address, deriveSessionId, type DeploymentId, formatAddress, toHex } from '@oracle-gateway/protocol';
import type { DatedRound } from '../admission/admitted-round.js';
import { type SealedSecrets, sealedFor } from '../admission/sealed-secrets.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { RandomBytes } from './eligible-set.js';

const GATEWAY_NONCE_BYTES = 16;

/** One signing session: what the eligible nodes are asked, and the id each of them computes for itself (protocol §4, step 0). */
export interface RoundSession {
  readonly eligible: readonly RoundNode[];
  /** 32 bytes. */
  readonly sessionId: Uint8Array;
  /** What all of them are asked alike. */
  readonly request: ObserveRequest;
  /** What each of them is given beside, of its own. */
  readonly sealed: SealedSecrets | undefined;
}

export function openSession(
  round: DatedRound,
  eligible: readonly RoundNode[],
  deps: { readonly deploymentId: DeploymentId; readonly gateway: Address; readonly randomBytes: RandomBytes },
): RoundSession {
  const gatewayNonce = deps.randomBytes(GATEWAY_NONCE_BYTES);
  const indices = eligible.map(({ index }) => index);
  const sessionId = deriveSessionId({
    deploymentId: deps.deploymentId,
    gateway: deps.gateway,
    feedId: round.feedId,
    sourceId: round.sourceId,
    signaturesRequired: round.signaturesRequired,
    registryVersion: round.registry.version,
    timestampMs: round.timestampMs,
    eligible: indices,
    gatewayNonce,
  });
  const request: ObserveRequest = {
    requester: formatAddress(round.requester),
    feedOwner: formatAddress(round.feedOwner),
    timeRule: round.time.rule,
    apiConfig: round.apiConfig,
    signaturesRequired: round.signaturesRequired,
    registryVersion: Number(round.registry.version),
    timestampMs: round.timestampMs,
    eligible: indices,
    gatewayNonce: toHex(gatewayNonce),
  };
  return { eligible, sessionId, request, sealed: round.sealed };
}

/** What one node is asked. */
export function requestTo({ index }: RoundNode, { request, sealed }: RoundSession): ObserveRequest {
  const own = sealed === undefined ? undefined : sealedFor(index, sealed);
  return own === undefined ? request : { ...request, sealed: own };
}

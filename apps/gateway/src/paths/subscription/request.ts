import { parseExecuteRoundRequest } from '@oracle-gateway/gateway-api/parsers';
import { type Address, type UnixSeconds, unixSeconds, type FeedId, requestAuthHash, type VerifyEd25519 } from '@oracle-gateway/protocol';
import { readAddress, readRequestBody, readRequestSignature } from '../../admission/request-body.js';
import type { RequestedSubject, SubjectReader } from '../../admission/requested-subject.js';
import { GatewayError } from '../../errors/gateway-error.js';

/** A request of the subscription path in the protocol's own types. */
export interface SubscriptionRoundRequest extends RequestedSubject {
  readonly subscriptionOwner: Address;
  /** `consumerAuthority` on the wire. */
  readonly feedOwner: Address;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
  readonly registryVersion: number;
  readonly authSig: string | undefined;
}

/** Reads and validates a body as far as it can be judged by itself. Throws a 400 GatewayError naming field and rule. */
export function readRoundRequest(body: Uint8Array, subjects: SubjectReader): SubscriptionRoundRequest {
  const request = readRequestBody(body, parseExecuteRoundRequest);
  const subject = subjects.read(request);
  return {
    subscriptionOwner: readAddress(request.subscriptionOwner, 'subscriptionOwner'),
    feedOwner: readAddress(request.consumerAuthority, 'consumerAuthority'),
    signaturesRequired: request.signaturesRequired,
    timestampSeconds: unixSeconds(request.timestamp),
    registryVersion: request.registryVersion,
    authSig: request.authSig ?? undefined,
    ...subject,
  };
}

/**
 * The credential of the subscription path without a session (docs/api.md#post-v1roundexecute): Ed25519 by `consumerAuthority` over the RequestAuth hash. Throws a
 * 401 {@link GatewayError}.
 */
export function checkRequestAuth(request: SubscriptionRoundRequest, feedId: FeedId, verifySignature: VerifyEd25519): void {
  if (request.authSig === undefined) throw new GatewayError('auth_sig_missing');
  const signature = readRequestSignature(request.authSig, 'auth_sig_invalid');
  const message = requestAuthHash({ feedId, timestampSeconds: request.timestampSeconds });
  if (!verifySignature({ signature, message, publicKey: request.feedOwner })) {
    throw new GatewayError('auth_sig_invalid', { detail: 'the signature does not verify for consumerAuthority over this request' });
  }
}

import { type FeedId, requestAuthHash, type VerifyEd25519 } from '@oracle-gateway/protocol';
import { GatewayError } from '../../errors/gateway-error.js';
import { readRequestSignature } from '../../admission/request-body.js';
import type { SubscriptionRoundRequest } from './request.js';

/**
 * The credential of the subscription path without a session (interface §5): Ed25519 by `consumerAuthority` over the RequestAuth hash. Throws a
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

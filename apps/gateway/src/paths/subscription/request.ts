import { parseExecuteRoundRequest } from '@oracle-gateway/gateway-api/parsers';
import { type Address, type UnixSeconds, unixSeconds } from '@oracle-gateway/protocol';
import { readAddress, readRequestBody } from '../../admission/request-body.js';
import type { RequestedSource, SourceReader } from '../../admission/requested-source.js';

/** A request of the subscription path in the protocol's own types. */
export interface SubscriptionRoundRequest extends RequestedSource {
  readonly subscriptionOwner: Address;
  /** `consumerAuthority` on the wire. */
  readonly feedOwner: Address;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
  readonly registryVersion: number;
  readonly authSig: string | undefined;
}

/** Reads and validates a body as far as it can be judged by itself. Throws a 400 GatewayError naming field and rule. */
export function readRoundRequest(body: Uint8Array, sources: SourceReader): SubscriptionRoundRequest {
  const request = readRequestBody(body, parseExecuteRoundRequest);
  const source = sources.read(request);
  return {
    subscriptionOwner: readAddress(request.subscriptionOwner, 'subscriptionOwner'),
    feedOwner: readAddress(request.consumerAuthority, 'consumerAuthority'),
    signaturesRequired: request.signaturesRequired,
    timestampSeconds: unixSeconds(request.timestamp),
    registryVersion: request.registryVersion,
    authSig: request.authSig ?? undefined,
    ...source,
  };
}

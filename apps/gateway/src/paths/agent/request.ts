import { parseExecuteAgentRoundRequest } from '@oracle-gateway/gateway-api/parsers';
import { type Address, type UnixSeconds, unixSeconds } from '@oracle-gateway/protocol';
import { readAddress, readRequestBody } from '../../admission/request-body.js';
import type { RequestedSource, SourceReader } from '../../admission/requested-source.js';

/** A request of the agent path in the protocol's own types; the wire's names end here. */
export interface AgentRoundRequest extends RequestedSource {
  readonly payer: Address;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
  readonly registryVersion: number;
  readonly amountAtomic: bigint;
  /** The signature as it was sent. Absent: the terms are asked for. */
  readonly requestSignature: string | undefined;
}

/** Reads and validates a body as far as it can be judged by itself. Throws a 400 GatewayError naming field and rule. */
export function readAgentRequest(body: Uint8Array, sources: SourceReader): AgentRoundRequest {
  const request = readRequestBody(body, parseExecuteAgentRoundRequest);
  const source = sources.read(request);
  return {
    payer: readAddress(request.payer, 'payer'),
    signaturesRequired: request.signatures_required,
    timestampSeconds: unixSeconds(request.canonical_timestamp),
    registryVersion: request.registry_version,
    amountAtomic: BigInt(request.amount),
    requestSignature: request.agent_request_auth_sig ?? undefined,
    ...source,
  };
}

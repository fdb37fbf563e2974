import { parseExecuteAgentRoundRequest } from '@oracle-gateway/gateway-api/parsers';
import {
  type Address,
  type UnixSeconds,
  unixSeconds,
  type AgentRequest,
  agentRequestAuthHash,
  type VerifyEd25519,
} from '@oracle-gateway/protocol';
import { readAddress, readRequestBody, readRequestSignature } from '../../admission/request-body.js';
import type { RequestedSubject, SubjectReader } from '../../admission/requested-subject.js';
import { GatewayError } from '../../errors/gateway-error.js';

/** A request of the agent path in the protocol's own types; the wire's names end here. */
export interface AgentRoundRequest extends RequestedSubject {
  readonly payer: Address;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
  readonly registryVersion: number;
  readonly amountAtomic: bigint;
  /** The signature as it was sent. Absent: the terms are asked for. */
  readonly requestSignature: string | undefined;
}

/** Reads and validates a body as far as it can be judged by itself. Throws a 400 GatewayError naming field and rule. */
export function readAgentRequest(body: Uint8Array, subjects: SubjectReader): AgentRoundRequest {
  const request = readRequestBody(body, parseExecuteAgentRoundRequest);
  const subject = subjects.read(request);
  return {
    payer: readAddress(request.payer, 'payer'),
    signaturesRequired: request.signatures_required,
    timestampSeconds: unixSeconds(request.canonical_timestamp),
    registryVersion: request.registry_version,
    amountAtomic: BigInt(request.amount),
    requestSignature: request.agent_request_auth_sig ?? undefined,
    ...subject,
  };
}

/**
 * The payer's Ed25519 signature over the AgentRequestAuth hash (docs/api.md#post-v1agentexecute), 64 bytes; null when none was sent. The program verifies the same
 * bytes again, so a signature that it would refuse must not pass here. Throws a 401 {@link GatewayError}.
 */
export function checkAgentRequestAuth(
  request: AgentRoundRequest,
  identity: Pick<AgentRequest, 'escrow' | 'gateway' | 'feedId'>,
  verifySignature: VerifyEd25519,
): Uint8Array | null {
  if (request.requestSignature === undefined) return null;
  const signature = readRequestSignature(request.requestSignature, 'agent_request_auth_sig_invalid');
  const { timestampSeconds: canonicalTimestampSeconds, amountAtomic } = request;
  const message = agentRequestAuthHash({ ...identity, canonicalTimestampSeconds, amountAtomic });
  if (!verifySignature({ signature, message, publicKey: request.payer })) {
    throw new GatewayError('agent_request_auth_sig_invalid', { detail: 'the signature does not verify for payer over this request' });
  }
  return signature;
}

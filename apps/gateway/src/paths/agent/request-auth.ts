import { type AgentRequest, agentRequestAuthHash, type VerifyEd25519 } from '@oracle-gateway/protocol';
import { GatewayError } from '../../errors/gateway-error.js';
import type { AgentRoundRequest } from './request.js';
import { readRequestSignature } from '../../admission/request-body.js';

/**
 * The payer's Ed25519 signature over the AgentRequestAuth hash (interface §5), 64 bytes; null when none was sent. The program verifies the same
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

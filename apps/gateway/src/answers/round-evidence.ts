import type { RoundEvidence } from '@oracle-gateway/gateway-api';
import { type Address, formatAddress, toHex } from '@oracle-gateway/protocol';
import type { ServedRound } from '../engine/index.js';

/** Evidence for the value, for an auditor; `null` in exact mode, where every signer saw the value itself. It holds no ApiConfig. */
export function roundEvidence(
  { session: { request }, signed }: ServedRound,
  { gateway }: { readonly gateway: Address },
): RoundEvidence | null {
  const { attestation, attempt, decision, signedWith } = signed;
  if (decision.set === null) return null;
  const { fixedAtMs, observations } = decision.set.hex;
  return {
    gateway: formatAddress(gateway),
    feedId: toHex(attestation.feedId),
    sourceId: toHex(attestation.sourceId),
    signaturesRequired: attestation.signaturesRequired,
    registryVersion: request.registryVersion,
    timestampMs: request.timestampMs,
    eligible: request.eligible,
    gatewayNonce: request.gatewayNonce,
    attempt,
    fixedAtMs,
    observations,
    survivors: [...decision.set.survivors],
    signers: signedWith.map(({ node, nonce }) => ({ index: node.index, ...nonce })),
    value: decision.value,
    s: toHex(attestation.s),
    commitment: toHex(attestation.commitment),
  };
}

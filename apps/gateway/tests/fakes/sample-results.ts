import type { NestedRoundResult, RoundEvidence } from '@oracle-gateway/gateway-api';

/** So many bytes, of no meaning. */
export function hex(length: number): string {
  return `0x${'ab'.repeat(length)}`;
}
export const sampleNestedResult: NestedRoundResult = {
  status: 'completed',
  data: {
    attestation: {
      payload: { value: hex(32), sourceId: hex(32), registryVersion: 1, signaturesRequired: 3, timestamp: 1_000, observedAt: 1_000 },
      signature: { signature: hex(32), commitment: hex(20), signersBitmap: hex(32) },
    },
    value: '64628.31',
    fresh: true,
    configHash: hex(32),
  },
};

export const sampleEvidence: RoundEvidence = {
  gateway: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  feedId: hex(32),
  sourceId: hex(32),
  signaturesRequired: 3,
  registryVersion: 1,
  timestampMs: 1_000,
  observedAtMs: 1_000,
  eligible: [0],
  gatewayNonce: hex(16),
  attempt: 1,
  fixedAtMs: 1_001,
  observations: [{ index: 0, values: [{ value: hex(32), receivedAtMs: 1_000 }, null], signature: { s: hex(32), commitment: hex(20) } }],
  survivors: [0],
  signers: [{ index: 0, d: hex(33), e: hex(33) }],
  value: hex(32),
  s: hex(32),
  commitment: hex(20),
};

import type { NestedRoundResult } from '@oracle-gateway/gateway-api';
import { formatValue, toHex } from '@oracle-gateway/protocol';
import type { ServedRound } from '../engine/index.js';

/** The nested result of the pay-per-request path (interface §2.5). */
export function nestedResult({ round: { apiConfig, timestampMs }, signed: { attestation } }: ServedRound): NestedRoundResult {
  const sourceId = toHex(attestation.sourceId);
  const { aggregation } = apiConfig;
  return {
    status: 'completed',
    data: {
      attestation: {
        payload: {
          value: toHex(attestation.value),
          sourceId,
          registryVersion: Number(attestation.registryVersion),
          signaturesRequired: attestation.signaturesRequired,
          timestamp: timestampMs,
        },
        signature: {
          signature: toHex(attestation.s),
          commitment: toHex(attestation.commitment),
          signersBitmap: toHex(attestation.signersBitmap),
        },
      },
      value: formatValue(attestation.value, aggregation),
      fresh: true,
      configHash: sourceId,
      ...(aggregation === undefined ? {} : { aggregation }),
    },
  };
}

import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import { formatValue, toHex } from '@oracle-gateway/protocol';
import type { ChargedRound } from './charged-round.js';
import type { ServedRound } from '../engine/index.js';

/** The flat result of the subscription and agent paths (interface §2.5). */
export function flatResult({ round, signed }: ServedRound<ChargedRound>): FlatRoundResult {
  const { attestation, rx, ryParity } = signed;
  return {
    status: 'completed',
    data: {
      feedId: toHex(attestation.feedId),
      value: formatValue(attestation.value, round.apiConfig.aggregation),
      valuePacked: toHex(attestation.value),
      timestamp: round.time.timestampSeconds,
      registryVersion: Number(attestation.registryVersion),
      signaturesRequired: attestation.signaturesRequired,
      configHash: toHex(attestation.sourceId),
      signersBitmap: toHex(attestation.signersBitmap),
      s: toHex(attestation.s),
      rx: toHex(rx),
      ryParity,
      commitmentAddr: toHex(attestation.commitment),
      fresh: true,
    },
  };
}

import type { SettlementPayload } from '@oracle-gateway/outbox';
import type { ChargedRound } from './charged-round.js';
import type { ServedRound } from '../engine/index.js';

/** Payload from which the settlement worker records the round on the ledger; it holds no ApiConfig. */
export function settlementPayload({ round, signed }: Pick<ServedRound<ChargedRound>, 'round' | 'signed'>): SettlementPayload {
  const { attestation, message, aggregateKey } = signed;
  return {
    charge: round.charge,
    sourceId: attestation.sourceId,
    value: attestation.value,
    message,
    signaturesRequired: attestation.signaturesRequired,
    timestampSeconds: round.time.timestampSeconds,
    registryVersion: attestation.registryVersion,
    registryCount: round.registry.keys.length,
    s: attestation.s,
    commitment: attestation.commitment,
    aggregateKey,
    signersBitmap: attestation.signersBitmap,
  };
}

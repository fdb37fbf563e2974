import type { SettlementPayload } from '@oracle-gateway/outbox';
import { toHex } from '@oracle-gateway/protocol';
import type { ChargedRound } from './model/admitted-round.js';
import type { SignedRound } from './signing/aggregate-signature.js';

/** What the settlement worker needs to record the round on the ledger; it holds no ApiConfig. */
export function settlementPayload(round: ChargedRound, { attestation, message, aggregateKey }: SignedRound): SettlementPayload {
  return {
    charge: round.charge,
    sourceId: toHex(attestation.sourceId),
    value: toHex(attestation.value),
    message: toHex(message),
    signaturesRequired: attestation.signaturesRequired,
    timestampSeconds: round.time.timestampSeconds,
    registryVersion: attestation.registryVersion.toString(),
    registryCount: round.registry.keys.length,
    s: toHex(attestation.s),
    commitment: toHex(attestation.commitment),
    aggregateKey: toHex(aggregateKey),
    signersBitmap: toHex(attestation.signersBitmap),
  };
}

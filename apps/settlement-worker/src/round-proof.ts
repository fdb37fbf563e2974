import { instructions, settleComputeUnits, type LedgerInstruction } from '@oracle-gateway/ledger';
import type { SettlementPayload } from '@oracle-gateway/outbox';
import { findRoundAddress, fromHex, parseAddress, unixSeconds, type Address, type SourceId } from '@oracle-gateway/protocol';

/** A record's payload in the form that the ledger takes. */
export interface RoundProof {
  readonly subscriptionOwner: Address;
  /** The account that exists once the round is settled, and holds `message`. */
  readonly receipt: Address;
  readonly message: Uint8Array;
  readonly instruction: LedgerInstruction;
  readonly computeUnits: number;
}

export function toRoundProof(
  payload: SettlementPayload,
  ledger: { readonly programId: Address; readonly gatewayAuthority: Address },
): RoundProof {
  const { programId, gatewayAuthority } = ledger;
  const { signaturesRequired, timestampSeconds } = payload;
  const subscriptionOwner = parseAddress(payload.subscriptionOwner);
  const consumerAuthority = parseAddress(payload.consumerAuthority);
  const sourceId = toSourceId(payload.sourceId);
  const round = { programId, consumerAuthority, sourceId, signaturesRequired };
  const receipt = findRoundAddress({ ...round, timestampSeconds: unixSeconds(timestampSeconds) });
  return {
    subscriptionOwner,
    receipt: receipt.address,
    message: fromHex(payload.message, 32),
    instruction: instructions.settleRound({
      ...round,
      gatewayAuthority,
      subscriptionOwner,
      timestampSeconds,
      value: fromHex(payload.value, 32),
      registryVersion: BigInt(payload.registryVersion),
      registryCount: payload.registryCount,
      s: fromHex(payload.s, 32),
      commitment: fromHex(payload.commitment, 20),
      aggregateKey: fromHex(payload.aggregateKey, 64),
      signersBitmap: fromHex(payload.signersBitmap, 32),
    }),
    computeUnits: settleComputeUnits(signaturesRequired, receipt.bump),
  };
}

/** The one place where bytes read from a record become a source id: `fromHex` has checked their number. */
function toSourceId(hex: string): SourceId {
  return fromHex(hex, 32) as SourceId;
}

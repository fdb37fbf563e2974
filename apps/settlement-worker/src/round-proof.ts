import { instructions, settleComputeUnits, type LedgerInstruction } from '@oracle-gateway/ledger';
import type { SettlementPayload } from '@oracle-gateway/outbox';
import { fromHex, parseAddress, roundAddressBump, unixSeconds, type Address, type RoundId, type SourceId } from '@oracle-gateway/protocol';

/** A record's payload in the form that the ledger takes. */
export interface RoundProof {
  /** The account that exists once the round is settled, and holds `message`. */
  readonly receipt: Address;
  readonly message: Uint8Array;
  /** The round's own time, which its settlement window counts from. */
  readonly timestampSeconds: number;
  readonly instruction: LedgerInstruction;
  readonly computeUnits: number;
}

/** The payload describes another round than the one whose record holds it. */
export class ForeignPayloadError extends Error {
  override readonly name = 'ForeignPayloadError';
  constructor(readonly roundId: RoundId) {
    super(`the payload of round ${roundId} is another round's`);
  }
}

/** Throws ForeignPayloadError. */
export function toRoundProof(
  roundId: RoundId,
  payload: SettlementPayload,
  ledger: { readonly programId: Address; readonly gatewayAuthority: Address },
): RoundProof {
  const { programId, gatewayAuthority } = ledger;
  const { signaturesRequired, timestampSeconds } = payload;
  const consumerAuthority = parseAddress(payload.consumerAuthority);
  const sourceId = toSourceId(payload.sourceId);
  const round = { programId, consumerAuthority, sourceId, signaturesRequired };
  const receipt = parseAddress(roundId);
  const receiptBump = roundAddressBump(receipt, { ...round, timestampSeconds: unixSeconds(timestampSeconds) });
  if (receiptBump === null) throw new ForeignPayloadError(roundId);
  return {
    receipt,
    message: fromHex(payload.message, 32),
    timestampSeconds,
    instruction: instructions.settleRound({
      ...round,
      receipt,
      gatewayAuthority,
      subscriptionOwner: parseAddress(payload.subscriptionOwner),
      timestampSeconds,
      value: fromHex(payload.value, 32),
      registryVersion: BigInt(payload.registryVersion),
      registryCount: payload.registryCount,
      s: fromHex(payload.s, 32),
      commitment: fromHex(payload.commitment, 20),
      keyForm: { form: 'sum', aggregateKey: fromHex(payload.aggregateKey, 64) },
      signersBitmap: fromHex(payload.signersBitmap, 32),
    }),
    computeUnits: settleComputeUnits(signaturesRequired, receiptBump),
  };
}

/** The one place where bytes read from a record become a source id: `fromHex` has checked their number. */
function toSourceId(hex: string): SourceId {
  return fromHex(hex, 32) as SourceId;
}

import { footprintOf, type InstructionFootprint, type KeyForm, type LedgerInstruction } from '@oracle-gateway/ledger';
import type { SettlementPayload } from '@oracle-gateway/outbox';
import { fromHex, parseAddress, unixSeconds, type Address, type RoundId, type SourceId } from '@oracle-gateway/protocol';
import type { SettlingGateway } from '../charges/charge-form.js';
import { settleCharge } from '../charges/charge-forms.js';

/** A record's payload in the form that the ledger takes. */
export interface RoundProof {
  /** The account that exists when the round is settled, and holds `message`. */
  readonly receipt: Address;
  readonly message: Uint8Array;
  /** The round's own time, from which its settlement window is counted. */
  readonly timestampSeconds: number;
  readonly instruction: LedgerInstruction;
  /** The space that the instruction takes in a shared transaction. */
  readonly footprint: InstructionFootprint;
}

/** The payload in a record belongs to another round. */
export class ForeignPayloadError extends Error {
  override readonly name = 'ForeignPayloadError';
  constructor(readonly roundId: RoundId) {
    super(`round ${roundId}: the payload must lead to the account of this round`);
  }
}

/** Throws ForeignPayloadError. */
export function toRoundProof(
  roundId: RoundId,
  payload: SettlementPayload,
  { keyForm, ...gateway }: SettlingGateway & { readonly keyForm: KeyForm },
): RoundProof {
  const { signaturesRequired, timestampSeconds, registryCount } = payload;
  const receipt = parseAddress(roundId);
  const round = {
    receipt,
    sourceId: toSourceId(payload.sourceId),
    value: fromHex(payload.value, 32),
    signaturesRequired,
    timestampSeconds: unixSeconds(timestampSeconds),
    registryVersion: BigInt(payload.registryVersion),
    registryCount,
    s: fromHex(payload.s, 32),
    commitment: fromHex(payload.commitment, 20),
    keyForm,
    signersBitmap: fromHex(payload.signersBitmap, 32),
  };
  const settlement = settleCharge(payload.charge, round, gateway);
  if (settlement === null) throw new ForeignPayloadError(roundId);
  const { instruction, computeUnits } = settlement;
  return {
    receipt,
    message: fromHex(payload.message, 32),
    timestampSeconds,
    instruction,
    footprint: footprintOf(instruction, computeUnits),
  };
}

/** The one place where bytes read from a record become a source id: `fromHex` has checked their number. */
function toSourceId(hex: string): SourceId {
  return fromHex(hex, 32) as SourceId;
}

import { footprintOf, type InstructionFootprint, type KeyForm, type LedgerInstruction } from '@oracle-gateway/ledger';
import type { SettlementPayload } from '@oracle-gateway/outbox';
import { parseAddress, unixSeconds, type Address, type RoundId } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { SettlingGateway } from '../charges/charge-form.js';
import { settleCharge } from '../charges/charge-forms.js';

/** A record's payload in the form that the ledger takes. */
export interface RoundProof {
  /** The account that exists when the round is settled, and holds `message`. */
  readonly receipt: Address;
  readonly message: Uint8Array;
  /** The round's own time, from which its settlement window is counted. */
  readonly timestampSeconds: number;
  /** The instruction where this key pays, and signs beside the gateway's. */
  readonly instruction: (feePayer: Address) => LedgerInstruction;
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
  const { charge, message, timestampSeconds } = payload;
  const receipt = parseAddress(roundId);
  const round = { ...payload, receipt, keyForm, timestampSeconds: unixSeconds(timestampSeconds) };
  const settlement = settleCharge(charge, round, gateway);
  if (settlement === null) throw new ForeignPayloadError(roundId);
  const { instruction, computeUnits } = settlement;
  const { gatewayAuthority } = gateway;
  const paidByGateway = instruction(gatewayAuthority);
  return {
    receipt,
    message,
    timestampSeconds,
    instruction: (feePayer) => (equalBytes(feePayer, gatewayAuthority) ? paidByGateway : instruction(feePayer)),
    footprint: footprintOf(paidByGateway, computeUnits),
  };
}

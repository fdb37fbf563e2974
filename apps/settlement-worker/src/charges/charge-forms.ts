import type { ChargeKind, SettlementCharge } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { ChargeForm, ChargeSettlement, HoldReading, ProvenRound, ReceiptForm, SettlingGateway } from './charge-form.js';
import { escrowCharge } from './escrow-charge.js';
import { subscriptionCharge } from './subscription-charge.js';

/** A way to pay for rounds adds its row here, and nothing elsewhere in the worker. */
const FORMS: { readonly [Kind in ChargeKind]: ChargeForm<Kind> } = { subscription: subscriptionCharge, escrow: escrowCharge };

/** Receipts of every way to pay. */
export const RECEIPT_FORMS: readonly ReceiptForm[] = Object.values(FORMS).map(({ receipt }) => receipt);

/** Holds of every way to pay. */
export const HOLD_READINGS: readonly HoldReading[] = Object.values(FORMS).flatMap(({ holds }) => holds);

/** null: the charge leads to another round account than the given one. */
export function settleCharge<Kind extends ChargeKind>(
  charge: SettlementCharge<Kind>,
  round: ProvenRound,
  gateway: SettlingGateway,
): ChargeSettlement | null {
  return FORMS[charge.kind].settle(charge, round, gateway);
}

/** The owner of the token account that the charge is paid into; null where a settlement moves no tokens. */
export function recipientOf({ kind }: Pick<SettlementCharge, 'kind'>, gateway: Pick<SettlingGateway, 'programId'>): Address | null {
  return FORMS[kind].paidTo(gateway);
}

/** The 32 byte message that the receipt of a settled round holds. Throws AccountDecodeError. */
export function messageOfRound({ kind }: Pick<SettlementCharge, 'kind'>, data: Uint8Array): Uint8Array {
  return FORMS[kind].receipt.decode(data).message;
}

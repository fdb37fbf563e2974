import type { ChargeKind, SettlementCharge } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { ChargeForm, ChargeSettlement, ProvenRound, SettlingGateway } from './charge-form.js';
import { escrowCharge } from './escrow-charge.js';
import { subscriptionCharge } from './subscription-charge.js';

/** A way to pay for rounds adds its row here. */
const FORMS: { readonly [Kind in ChargeKind]: ChargeForm<Kind> } = { subscription: subscriptionCharge, escrow: escrowCharge };

/** null: the charge leads to another round account than the one given. */
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

/** The 32 byte message that the account of a settled round holds. Throws AccountDecodeError. */
export function messageOfRound({ kind }: Pick<SettlementCharge, 'kind'>, data: Uint8Array): Uint8Array {
  return FORMS[kind].messageOf(data);
}

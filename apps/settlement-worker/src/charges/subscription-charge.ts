import { instructions, settleComputeUnits } from '@oracle-gateway/ledger';
import { parseAddress, roundAddressBump } from '@oracle-gateway/protocol';
import { decodeRoundReceipt } from '@oracle-gateway/protocol/accounts';
import type { ChargeForm } from './charge-form.js';

/** One of the rounds left of a subscription, and of the delegate that asked. */
export const subscriptionCharge: ChargeForm<'subscription'> = {
  settle(charge, round, { programId, gatewayAuthority }) {
    const consumerAuthority = parseAddress(charge.consumer);
    const receiptBump = roundAddressBump(round.receipt, { ...round, programId, consumerAuthority });
    if (receiptBump === null) return null;
    return {
      instruction: instructions.settleRound({
        ...round,
        programId,
        gatewayAuthority,
        consumerAuthority,
        subscriptionOwner: parseAddress(charge.owner),
      }),
      computeUnits: settleComputeUnits(round.signaturesRequired, receiptBump, round.keyForm.form),
    };
  },
  paidTo: () => null,
  messageOf: (data) => decodeRoundReceipt(data).message,
};

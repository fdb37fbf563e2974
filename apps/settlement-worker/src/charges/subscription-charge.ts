import { instructions, rememberedAddresses, settleComputeUnits } from '@oracle-gateway/ledger';
import { CHARGES, quotaAddress, type QuotaKey } from '@oracle-gateway/outbox';
import { type Address, roundAddressBump } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  ACCOUNT_DISCRIMINATORS,
  decodeDelegate,
  decodeRoundReceipt,
  decodeSubscription,
  delegateRoundsLeft,
} from '@oracle-gateway/protocol/accounts';
import type { ChargeForm, HoldReading } from './charge-form.js';

/** Rounds of a subscription, one for each source of the round, and as many of the delegate that asked. */
export const subscriptionCharge: ChargeForm<'subscription'> = {
  settle(charge, round, { programId, gateway, gatewayAuthority }) {
    const { subscriptionOwner, feedOwner } = charge;
    const receiptBump = roundAddressBump(round.receipt, { ...round, programId, feedOwner });
    if (receiptBump === null) return null;
    return {
      instruction: (feePayer) =>
        instructions.settleRound({ ...round, programId, gatewayAuthority, gateway, feePayer, feedOwner, subscriptionOwner }),
      computeUnits: settleComputeUnits(round.signaturesRequired, receiptBump, round.keyForm.form),
    };
  },
  paidTo: () => null,
  receipt: { discriminator: ACCOUNT_DISCRIMINATORS.roundReceipt, bytes: ACCOUNT_BYTES.roundReceipt, decode: decodeRoundReceipt },
  holds: [
    { addressOf: subscriptionAddressOf, unitsLeft: ofProgram((data) => decodeSubscription(data).roundsLeft) },
    {
      addressOf: (hold) => quotaAddress(CHARGES.subscription.quotas.ofDelegate, hold),
      unitsLeft: ofProgram((data) => delegateRoundsLeft(decodeDelegate(data))),
    },
  ],
};

function subscriptionAddressOf(hold: QuotaKey, programId: Address): Address | null {
  const owner = quotaAddress(CHARGES.subscription.quotas.ofOwner, hold);
  return owner === null ? null : rememberedAddresses.subscription(programId, owner);
}

/** Units left in an account of the oracle program; an account of another owner has none. */
function ofProgram(unitsLeft: (data: Uint8Array) => bigint): HoldReading['unitsLeft'] {
  return ({ owner, data }, programId) => (equalBytes(owner, programId) ? unitsLeft(data) : 0n);
}

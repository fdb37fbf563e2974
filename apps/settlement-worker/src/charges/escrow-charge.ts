import {
  instructions,
  readTokenHolding,
  rememberedAddresses,
  rememberedBumps,
  settleAgentComputeUnits,
  type StoredAccount,
} from '@oracle-gateway/ledger';
import { CHARGES, quotaAddress } from '@oracle-gateway/outbox';
import { agentRoundAddressBump } from '@oracle-gateway/protocol';
import { ACCOUNT_BYTES, ACCOUNT_DISCRIMINATORS, decodeAgentRound } from '@oracle-gateway/protocol/accounts';
import type { ChargeForm } from './charge-form.js';

/** The amount that the payer signed for, from the tokens of its escrow. */
export const escrowCharge: ChargeForm<'escrow'> = {
  settle(charge, round, { programId, gateway, gatewayAuthority, mint }) {
    const { payer, amountAtomic, requestSignature } = charge;
    const canonicalTimestampSeconds = round.timestampSeconds;
    const roundBump = agentRoundAddressBump(round.receipt, { ...round, programId, payer, gateway, canonicalTimestampSeconds });
    if (roundBump === null) return null;
    // The program searches for the escrow's two addresses in its first settlement only. The order on the ledger decides which one that is.
    const escrow = rememberedAddresses.escrow(programId, payer, gateway);
    const searchedBumps = [
      roundBump,
      rememberedBumps.associatedToken(rememberedAddresses.config(programId), mint),
      rememberedBumps.escrow(programId, payer, gateway),
      rememberedBumps.associatedToken(escrow, mint),
    ];
    return {
      instruction: (feePayer) =>
        instructions.settleAgentRound({
          ...round,
          programId,
          gatewayAuthority,
          gateway,
          feePayer,
          payer,
          mint,
          canonicalTimestampSeconds,
          amountAtomic,
          requestSignature,
          round: round.receipt,
        }),
      computeUnits: settleAgentComputeUnits(round.signaturesRequired, searchedBumps, round.keyForm.form),
    };
  },
  paidTo: ({ programId }) => rememberedAddresses.config(programId),
  receipt: { discriminator: ACCOUNT_DISCRIMINATORS.agentRound, bytes: ACCOUNT_BYTES.agentRound, decode: decodeAgentRound },
  holds: [{ addressOf: (hold) => quotaAddress(CHARGES.escrow.quotas.ofTokenAccount, hold), unitsLeft: spendable }],
};

/** Frozen tokens cannot be paid out. */
function spendable(held: StoredAccount): bigint {
  const tokens = readTokenHolding(held);
  return tokens === null || tokens.isFrozen ? 0n : tokens.amountAtomic;
}

import { instructions, rememberedAddresses, rememberedBumps, settleAgentComputeUnits } from '@oracle-gateway/ledger';
import { agentRoundAddressBump, fromHex, parseAddress } from '@oracle-gateway/protocol';
import { decodeAgentRound } from '@oracle-gateway/protocol/accounts';
import type { ChargeForm } from './charge-form.js';

/** What the payer signed for, out of the escrow's tokens. */
export const escrowCharge: ChargeForm<'escrow'> = {
  settle(charge, round, { programId, gatewayAuthority, mint }) {
    const payer = parseAddress(charge.payer);
    const gateway = rememberedAddresses.gateway(programId, gatewayAuthority);
    const canonicalTimestampSeconds = round.timestampSeconds;
    const roundBump = agentRoundAddressBump(round.receipt, { ...round, programId, payer, gateway, canonicalTimestampSeconds });
    if (roundBump === null) return null;
    // The program searches the escrow's two addresses only in its first settlement; which one that is, the order on the ledger decides.
    const escrow = rememberedAddresses.escrow(programId, payer, gateway);
    const searchedBumps = [
      roundBump,
      rememberedBumps.associatedToken(rememberedAddresses.config(programId), mint),
      rememberedBumps.escrow(programId, payer, gateway),
      rememberedBumps.associatedToken(escrow, mint),
    ];
    return {
      instruction: instructions.settleAgentRound({
        ...round,
        programId,
        gatewayAuthority,
        payer,
        mint,
        canonicalTimestampSeconds,
        amountAtomic: BigInt(charge.amountAtomic),
        requestSignature: fromHex(charge.requestSignature, 64),
        round: round.receipt,
      }),
      computeUnits: settleAgentComputeUnits(round.signaturesRequired, searchedBumps, round.keyForm.form),
    };
  },
  paidTo: ({ programId }) => rememberedAddresses.config(programId),
  messageOf: (data) => decodeAgentRound(data).message,
};

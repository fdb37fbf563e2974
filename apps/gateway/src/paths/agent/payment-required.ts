import type { AgentPaymentRequired } from '@oracle-gateway/gateway-api';
import { agentEnvelope, type AgentPayment, agentShortfall } from '@oracle-gateway/x402';
import { GatewayError } from '../../errors/gateway-error.js';
import type { EscrowFunds } from './escrow-funds.js';

/** Whether an escrow has what a round costs. */
export function coversRound(funds: EscrowFunds, amountAtomic: bigint): boolean {
  return funds.tokens !== null && agentShortfall({ amountAtomic, ...funds }) <= 0n;
}

/** The 402 of the agent path, with its envelope beside the code. */
export function agentPaymentRequired(payment: AgentPayment, funds: EscrowFunds): GatewayError {
  const { escrowAddress: escrow, tokenAccount, balanceAtomic, committedAtomic } = funds;
  const tokenAccountExists = funds.tokens !== null;
  const terms = { ...payment, escrow, tokenAccount, tokenAccountExists, balanceAtomic, committedAtomic };
  const members = agentEnvelope(terms) satisfies Partial<AgentPaymentRequired>;
  const detail = tokenAccountExists
    ? `${agentShortfall(terms)} atomic units are missing`
    : 'the token account of the escrow does not exist';
  return new GatewayError('escrow_underfunded', { detail, members });
}

/** Refusal when a reservation has found the escrow short which these funds would have covered: as much is committed by now at least. */
export function agentPaymentOvertaken(payment: AgentPayment, funds: EscrowFunds): GatewayError {
  const least = funds.balanceAtomic - payment.amountAtomic + 1n;
  const committedAtomic = funds.committedAtomic > least ? funds.committedAtomic : least;
  return agentPaymentRequired(payment, { ...funds, committedAtomic: committedAtomic > 0n ? committedAtomic : 0n });
}

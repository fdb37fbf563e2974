import { CHARGES, quotaKey } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { AgentPayment } from '@oracle-gateway/x402';
import type { ChargedRound } from '../../charges/charged-round.js';
import type { AdmittedHold, PathPolicy } from '../../engine/index.js';
import { withHold } from '../../admission/with-hold.js';
import { escrowRefusal } from '../../admission/account-refusals.js';
import { requireTimely, type TermNames } from '../../admission/round-terms.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { PathPorts } from '../path-ports.js';
import type { EscrowFunds, EscrowFundsReader } from './escrow-funds.js';
import { agentPaymentOvertaken } from './payment-required.js';

/** A round that an escrow pays for. */
export interface AgentRound extends ChargedRound {
  /** The terms of a 402. */
  readonly due: AgentPayment;
  /** Funds of the escrow when it was read last. */
  readonly funds: EscrowFunds;
}

export const NAMES: TermNames = {
  signaturesRequired: 'signatures_required',
  registryVersion: 'registry_version',
  timestampSeconds: 'canonical_timestamp',
};

export interface AgentPolicyDeps {
  readonly ports: PathPorts;
  readonly funds: EscrowFundsReader;
}

/** An escrow is read again before a round is refused for want of funds: rounds may have settled meanwhile. */
export function createAgentPolicy({ ports, funds: reader }: AgentPolicyDeps): PathPolicy<AgentRound> {
  return {
    refuse: ({ refusal }, { due, funds }) =>
      refusal === 'escrow_underfunded' ? agentPaymentOvertaken(due, funds) : new GatewayError(refusal),
    async reread(_hold, round) {
      const funds = judgeFunds(round.due, await reader.afresh(round.due.payer), ports);
      return { ...withHold(round, escrowHold(round.due.amountAtomic, funds)), funds };
    },
  };
}

interface FundedRequest {
  readonly payer: Address;
  readonly timestampSeconds: number;
}

/** Judged after each read: a slow ledger must not let a request through that is too old by now. */
export function judgeFunds({ payer, timestampSeconds }: FundedRequest, funds: EscrowFunds, ports: PathPorts): EscrowFunds {
  requireTimely(timestampSeconds, NAMES, ports);
  const refusal = escrowRefusal(funds.escrow, { payer, gateway: ports.deployment.gateway, timestampSeconds });
  if (refusal !== null) throw new GatewayError(refusal);
  if (funds.tokens?.isFrozen === true) throw new GatewayError('escrow_frozen');
  return funds;
}

/** The price of the round, of what the escrow's token account holds, until the round is settled. */
export function escrowHold(amountAtomic: bigint, funds: EscrowFunds): AdmittedHold {
  return {
    quotaKey: quotaKey(CHARGES.escrow.quotas.ofTokenAccount, funds.tokenAccount),
    units: Number(amountAtomic),
    // The reading is passed on as it was read: what is stored is never told again as a new reading.
    available: funds.tokens?.amountAtomic ?? 0n,
    slot: funds.slot,
    until: 'settled',
    counted: funds.counted,
    refusal: 'escrow_underfunded',
    isReread: true,
  };
}

import { agentRoundPrice } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { escrowRefusal } from '../../admission/account-refusals.js';
import type { PathPorts } from '../path-ports.js';
import type { DryRunTerms, PathDryRun } from '../pay-path.js';
import type { EscrowFundsReader } from './escrow-funds.js';
import { coversRound } from './payment-required.js';

export interface AgentDryRunDeps {
  readonly ports: PathPorts;
  readonly funds: EscrowFundsReader;
}

/** A payer whose escrow covers a round now. */
export function createAgentDryRun({ ports, funds: reader }: AgentDryRunDeps): Required<PathDryRun> {
  const priceOf = async (terms: DryRunTerms): Promise<bigint> => agentRoundPrice((await ports.ledger.config()).prices, terms);
  return {
    async price(terms) {
      const amountAtomic = await priceOf(terms);
      return amountAtomic === 0n ? null : amountAtomic;
    },
    async refusal({ key: payer, owner }, terms) {
      // A delegate of a subscription asks for no round of an escrow.
      if (!equalBytes(payer, owner)) return 'escrow_other_authority';
      const amountAtomic = await priceOf(terms);
      if (amountAtomic === 0n) return 'not_enabled';
      const funds = await reader.remembered(payer);
      const timestampSeconds = Math.floor(ports.clock.nowMs() / 1_000);
      const refusal = escrowRefusal(funds.escrow, { payer, gateway: ports.deployment.gateway, timestampSeconds });
      if (refusal !== null) return refusal;
      if (funds.tokens?.isFrozen === true) return 'escrow_frozen';
      return coversRound(funds, amountAtomic) ? null : 'escrow_underfunded';
    },
  };
}

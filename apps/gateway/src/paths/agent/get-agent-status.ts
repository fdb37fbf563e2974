import { DEFAULT_QUOTED_SIGNATURES } from '@oracle-gateway/gateway-api/internal';
import { operations } from '@oracle-gateway/gateway-api';
import { agentRoundPrice, formatAddress } from '@oracle-gateway/protocol';
import { agentEscrowIsPaused } from '@oracle-gateway/protocol/accounts';
import type { EscrowFundsReader } from './escrow-funds.js';
import { readAddress } from '../../admission/request-body.js';
import type { Endpoint } from '../../http/endpoint.js';
import { queryOf } from '../../http/read-query.js';
import type { PathPorts } from '../path-ports.js';

const readQuery = queryOf(operations.getAgentStatus);

export interface GetAgentStatusDeps {
  readonly ports: PathPorts;
  readonly funds: EscrowFundsReader;
}

/** GET /v1/agent/{payer}/status (docs/api.md#get-v1agentpayerstatus), read afresh: balance less committed is what another round may cost. */
export function getAgentStatus({ ports, funds }: GetAgentStatusDeps): Endpoint<typeof operations.getAgentStatus> {
  return async ({ path, query }) => {
    const payer = readAddress(path['payer'] ?? '', 'payer');
    const { signatures_required: quorum = DEFAULT_QUOTED_SIGNATURES } = readQuery(query);
    const [{ prices }, held] = await Promise.all([ports.ledger.config(), funds.afresh(payer)]);
    const { escrow, tokens } = held;
    const body = {
      payer: formatAddress(payer),
      gateway: formatAddress(ports.deployment.gateway),
      escrow: formatAddress(held.escrowAddress),
      exists: escrow !== null,
      authority: formatAddress(escrow?.authority ?? payer),
      status: escrow !== null && agentEscrowIsPaused(escrow) ? ('Paused' as const) : ('Active' as const),
      ataAddress: formatAddress(held.tokenAccount),
      ataExists: tokens !== null,
      ataBalance: held.balanceAtomic.toString(),
      committedAmount: held.committedAtomic.toString(),
      quotedNextPrice: agentRoundPrice(prices, { signaturesRequired: quorum, units: 1 }).toString(),
      unsettledRounds: held.unsettledRounds,
    };
    return { status: 200, body };
  };
}

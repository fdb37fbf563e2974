import type { LedgerConfigReader } from '@oracle-gateway/ledger';
import { agentRoundPrice } from '@oracle-gateway/protocol';
import { GatewayError } from '../../errors/gateway-error.js';
import type { AgentRoundRequest } from './request.js';

/**
 * The amount is exactly the price (interface §4.3). One that differs from the price known refreshes it once before it is refused: the caller
 * may have read the ledger later than we did. The refusal tells the price.
 */
export async function checkAmount(
  { amountAtomic, signaturesRequired }: Pick<AgentRoundRequest, 'amountAtomic' | 'signaturesRequired'>,
  { ledger }: { readonly ledger: LedgerConfigReader },
): Promise<void> {
  const cached = agentRoundPrice((await ledger.config()).prices, signaturesRequired);
  const price = cached === amountAtomic ? cached : agentRoundPrice((await ledger.config({ refresh: true })).prices, signaturesRequired);
  if (price !== amountAtomic) {
    throw new GatewayError('amount_mismatch', { detail: `amount: must be the price ${price}`, members: { amount: Number(price) } });
  }
  if (price === 0n) throw new GatewayError('not_enabled', { detail: 'amount: the ledger sets no price for agent rounds' });
}

import type { operations } from '@oracle-gateway/gateway-api';
import type { CurrentRegistryReader, LedgerConfigReader } from '@oracle-gateway/ledger';
import { type Address, formatAddress, x402RoundPrice } from '@oracle-gateway/protocol';
import type { Endpoint } from '../../http/endpoint.js';
import { paidResource } from './terms.js';

export interface GetX402ResourcesDeps {
  readonly ledger: LedgerConfigReader & CurrentRegistryReader;
  readonly network: string;
  /** Owner of the treasury's token account. */
  readonly treasuryOwner: Address;
  readonly publicOrigin: string;
  readonly maxTimeoutSeconds: number;
}

/** GET /.well-known/x402: the resources that can be paid for here, for indexers. */
export function getX402Resources(deps: GetX402ResourcesDeps): Endpoint<typeof operations.getX402Resources> {
  const { network, maxTimeoutSeconds } = deps;
  return async () => {
    const [{ prices, mint }, { minSigners, redundancyBuffer }] = await Promise.all([deps.ledger.config(), deps.ledger.currentRegistry()]);
    const resource = {
      ...paidResource(deps),
      type: 'http' as const,
      method: 'POST' as const,
      accepts: [
        {
          scheme: 'exact' as const,
          network,
          amount: x402RoundPrice(prices, { signaturesRequired: minSigners, redundancyBuffer }).toString(),
          asset: formatAddress(mint),
          payTo: formatAddress(deps.treasuryOwner),
          maxTimeoutSeconds,
        },
      ],
      price: {
        base: prices.x402RoundBase.toString(),
        perNode: prices.rewardPerSignature.toString(),
        redundancyBuffer,
        minSigners,
      },
    };
    return { status: 200, body: { x402Version: 2, resources: [resource] } };
  };
}

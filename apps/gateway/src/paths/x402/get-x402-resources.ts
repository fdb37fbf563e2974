import type { operations } from '@oracle-gateway/gateway-api';
import { rememberedAddresses } from '@oracle-gateway/ledger';
import { formatAddress, x402RoundPrice } from '@oracle-gateway/protocol';
import type { X402Config } from '../../config/config.js';
import type { Endpoint } from '../../http/endpoint.js';
import type { PathPorts } from '../path-ports.js';
import { bazaarExtension } from './bazaar-extension.js';
import { paidResource } from './terms.js';

/** Name of at most 32 printable ASCII characters, as indexers take it. */
const SERVICE_NAME = 'Oracle Gateway';
/** Tags for indexers: at most five, each of at most 32 characters. */
const TAGS = ['oracle', 'price-feed', 'solana'];
const INSTRUCTIONS =
  'POST a source, a quorum and the registry version; extensions.bazaar has an example. The 402 tells the terms of your own request. Verify the value with the node keys on the ledger. /llms.txt says more.';

export interface GetX402ResourcesDeps {
  readonly ports: PathPorts;
  readonly settings: X402Config;
}

/** GET /.well-known/x402: the resources that can be paid for here, for indexers. */
export function getX402Resources({ ports, settings }: GetX402ResourcesDeps): Endpoint<typeof operations.getX402Resources> {
  const { network, maxTimeoutSeconds } = settings;
  const { url, description, mimeType } = paidResource(settings);
  const payTo = formatAddress(rememberedAddresses.config(ports.deployment.programId));
  return async () => {
    const [{ prices, mint }, registry] = await Promise.all([ports.ledger.config(), ports.ledger.currentRegistry()]);
    const { minSigners, redundancyBuffer } = registry;
    const item = {
      resource: url,
      type: 'http' as const,
      x402Version: 2 as const,
      method: 'POST' as const,
      accepts: [
        {
          scheme: 'exact' as const,
          network,
          amount: x402RoundPrice(prices, { signaturesRequired: minSigners, redundancyBuffer, units: 1 }).toString(),
          asset: formatAddress(mint),
          payTo,
          maxTimeoutSeconds,
        },
      ],
      lastUpdated: new Date(ports.clock.nowMs()).toISOString(),
      description,
      mimeType,
      serviceName: SERVICE_NAME,
      tags: TAGS,
      extensions: { bazaar: bazaarExtension(registry) },
      price: {
        base: prices.x402RoundBase.toString(),
        perNode: prices.rewardPerSignature.toString(),
        redundancyBuffer,
        minSigners,
      },
    };
    return { status: 200, body: { version: 1, x402Version: 2, resources: [url], instructions: INSTRUCTIONS, items: [item] } };
  };
}

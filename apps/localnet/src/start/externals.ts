import { formatAddress } from '@oracle-gateway/protocol';
import type { Network } from '@x402/core/types';
import { SOLANA_DEVNET_CAIP2, SOLANA_MAINNET_CAIP2, SOLANA_TESTNET_CAIP2 } from '@x402/svm';

import { serveFacilitator, type ServedFacilitator } from '../facilitator/serve-facilitator.js';
import { openPaywall, type Paywall } from '../sources/paywall.js';
import { serveSources, type Sources } from '../sources/serve-sources.js';
import type { Infrastructure } from './infrastructure.js';
import type { Identities } from '../base/identities.js';
import { addressOf } from '../base/keypair.js';
import { LOOPBACK, type PortPlan } from '../base/ports.js';
import type { DeployedProtocol } from '../ledgers/protocol-setup.js';
import type { Teardown } from '../base/teardown.js';

/** Third-party services that the world uses: sources, providers and the facilitator. */
export interface Externals {
  readonly sources: Sources;
  /** URL that stands in for the catalogue's providers; null on mainnet, where nodes ask the providers themselves. */
  readonly providerFixtures: string | null;
  /** Null on a cluster other than mainnet, devnet and testnet, which the x402 packages do not support. */
  readonly facilitator: ServedFacilitator | null;
}

export interface ExternalsInput {
  readonly ports: PortPlan;
  readonly identities: Identities;
  readonly infrastructure: Infrastructure;
  readonly protocol: DeployedProtocol;
}

const X402_NETWORKS: readonly string[] = [SOLANA_MAINNET_CAIP2, SOLANA_DEVNET_CAIP2, SOLANA_TESTNET_CAIP2];
/** A tenth of a cent per answer of the paywalled source. */
const SOURCE_PRICE_ATOMIC = 1_000n;

export async function startExternals(input: ExternalsInput, teardown: Teardown): Promise<Externals> {
  const { ports, identities, infrastructure, protocol } = input;
  const { network } = protocol;
  const providersAt = ({ urls }: Sources): string | null => (network === SOLANA_MAINNET_CAIP2 ? null : urls.providers);
  if (!isX402Network(network)) {
    const sources = await startSources(ports, null, teardown);
    return { sources, providerFixtures: providersAt(sources), facilitator: null };
  }
  const facilitator = await serveFacilitator({
    host: LOOPBACK,
    port: ports.facilitator,
    network,
    rpcUrl: infrastructure.ledger.rpcUrl,
    feePayer: identities.facilitator,
  });
  teardown.add(() => facilitator.close());
  const paywall = await openPaywall({
    facilitatorUrl: facilitator.url,
    network,
    payTo: formatAddress(addressOf(identities.paywalledSource)),
    asset: formatAddress(protocol.mint),
    amountAtomic: SOURCE_PRICE_ATOMIC,
  });
  const sources = await startSources(ports, paywall, teardown);
  return { sources, providerFixtures: providersAt(sources), facilitator };
}

async function startSources(ports: PortPlan, paywall: Paywall | null, teardown: Teardown): Promise<Sources> {
  const sources = await serveSources({ host: LOOPBACK, port: ports.sources, ...(paywall === null ? {} : { paywall }) });
  teardown.add(() => sources.close());
  return sources;
}

function isX402Network(network: string): network is Network {
  return X402_NETWORKS.includes(network);
}

import type { InfoAnswer, operations } from '@oracle-gateway/gateway-api';
import type { CurrentRegistryReader, LedgerConfigReader } from '@oracle-gateway/ledger';
import { type Address, formatAddress, toHex } from '@oracle-gateway/protocol';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';
import type { Endpoint } from '../http/endpoint.js';

export interface GetInfoDeps {
  readonly ledger: LedgerConfigReader & CurrentRegistryReader;
  readonly programId: Address;
  readonly gateway: Address;
  readonly network: string;
  readonly sessions: Pick<InfoAnswer['data'], 'sessionAuth' | 'sessionMaxTtlSeconds' | 'signIn'>;
  readonly paths: InfoAnswer['data']['paths'];
  /** Dry runs are served. */
  readonly simulate: boolean;
  readonly limits: InfoAnswer['data']['limits'];
  readonly version: string;
}

/** GET /v1/info: what this gateway serves (interface §2.8, protocol §10). */
export function getInfo(deps: GetInfoDeps): Endpoint<typeof operations.getInfo> {
  return async () => {
    const [config, registry] = await Promise.all([deps.ledger.config(), deps.ledger.currentRegistry()]);
    const data = {
      programId: formatAddress(deps.programId),
      deploymentId: toHex(config.deploymentId),
      gatewayPda: formatAddress(deps.gateway),
      network: deps.network,
      registryVersion: Number(registry.version),
      minSigners: registry.minSigners,
      nodeCount: registry.active,
      ...deps.sessions,
      paths: deps.paths,
      simulate: deps.simulate,
      prices: decimalPrices(config.prices),
      limits: deps.limits,
      version: deps.version,
    };
    return { status: 200, body: { status: 'ok', data } };
  };
}

function decimalPrices(prices: ConfigAccount['prices']): InfoAnswer['data']['prices'] {
  return {
    x402RoundBase: prices.x402RoundBase.toString(),
    rewardPerSignature: prices.rewardPerSignature.toString(),
    agentRoundBase: prices.agentRoundBase.toString(),
    agentRoundPerSig: prices.agentRoundPerSig.toString(),
    subscriptionRoundBase: prices.subscriptionRoundBase.toString(),
    subscriptionRoundPerSig: prices.subscriptionRoundPerSig.toString(),
  };
}

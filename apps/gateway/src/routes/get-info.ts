import type { InfoAnswer, operations } from '@oracle-gateway/gateway-api';
import type { LedgerReader } from '@oracle-gateway/ledger';
import { ACCEPTED_LANGUAGE_LEVEL, formatAddress, toHex } from '@oracle-gateway/protocol';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';
import { MAX_REQUEST_BYTES } from '../admission/request-body.js';
import type { Config } from '../config/config.js';
import type { Endpoint } from '../http/endpoint.js';
import type { ServedDeployment } from '../ledger/deployment.js';
import type { SessionInfo } from '../sessions/sessions.js';

type Info = InfoAnswer['data'];

export interface GetInfoDeps {
  readonly config: Config;
  readonly ledger: LedgerReader;
  readonly deployment: ServedDeployment;
  readonly sessions: SessionInfo;
  readonly paths: Info['paths'];
  readonly version: string;
}

/** GET /v1/info: what this gateway serves (interface §2.8, protocol §10). */
export function getInfo({ config, ledger, deployment, sessions, paths, version }: GetInfoDeps): Endpoint<typeof operations.getInfo> {
  return async () => {
    const [{ deploymentId, prices }, registry] = await Promise.all([ledger.config(), ledger.currentRegistry()]);
    const data = {
      programId: formatAddress(deployment.programId),
      deploymentId: toHex(deploymentId),
      gatewayPda: formatAddress(deployment.gateway),
      network: config.network,
      registryVersion: Number(registry.version),
      minSigners: registry.minSigners,
      nodeCount: registry.active,
      ...sessions,
      paths,
      simulate: config.simulate.enabled,
      prices: decimalPrices(prices),
      limits: limitsOf(config),
      sourceLanguageLevel: ACCEPTED_LANGUAGE_LEVEL,
      version,
    };
    return { status: 200, body: { status: 'ok', data } };
  };
}

function limitsOf({ rounds, timestampSkewSeconds }: Config): Info['limits'] {
  const { maxConcurrent: concurrentRounds, deadlineMs: roundDeadlineMs } = rounds;
  return { requestBytes: MAX_REQUEST_BYTES, timestampSkewSeconds, concurrentRounds, roundDeadlineMs };
}

function decimalPrices(prices: ConfigAccount['prices']): Info['prices'] {
  return {
    x402RoundBase: prices.x402RoundBase.toString(),
    rewardPerSignature: prices.rewardPerSignature.toString(),
    agentRoundBase: prices.agentRoundBase.toString(),
    agentRoundPerSig: prices.agentRoundPerSig.toString(),
    subscriptionRoundBase: prices.subscriptionRoundBase.toString(),
    subscriptionRoundPerSig: prices.subscriptionRoundPerSig.toString(),
  };
}

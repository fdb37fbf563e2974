import type { InfoAnswer, operations } from '@oracle-gateway/gateway-api';
import type { LedgerReader } from '@oracle-gateway/ledger';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { ACCEPTED_LANGUAGE_LEVEL } from '@oracle-gateway/protocol/internal';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';
import { MAX_REQUEST_BYTES } from '../admission/request-body.js';
import type { Config } from '../config/config.js';
import type { Endpoint } from '../http/endpoint.js';
import type { ServedDeployment } from '../ledger/deployment.js';
import type { SigningAndPaying } from '../ledger/signing-and-paying.js';
import type { SessionInfo } from '../sessions/sessions.js';

type Info = InfoAnswer['data'];

export interface GetInfoDeps {
  readonly config: Config;
  readonly ledger: LedgerReader;
  readonly deployment: ServedDeployment;
  readonly sessions: SessionInfo;
  readonly paths: Info['paths'];
  readonly signingAndPaying: SigningAndPaying;
  readonly version: string;
}

/** GET /v1/info: what this gateway serves (docs/api.md#get-v1info). */
export function getInfo(deps: GetInfoDeps): Endpoint<typeof operations.getInfo> {
  const { config, ledger, deployment, sessions, paths, signingAndPaying, version } = deps;
  return async () => {
    const [{ deploymentId, prices }, registry, authority, payers] = await Promise.all([
      ledger.config(),
      ledger.currentRegistry(),
      signingAndPaying.authority(),
      // The answer needs no Redis for the rest.
      signingAndPaying.payers().catch(() => []),
    ]);
    const data = {
      programId: formatAddress(deployment.programId),
      deploymentId: toHex(deploymentId),
      gatewayPda: formatAddress(deployment.gateway),
      authority: formatAddress(authority),
      payers: payers.map(formatAddress),
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

import type { DeploymentId } from '../attestation.js';
import { decodeConfigBody, type ConfigBody } from './accounts.generated.js';

type PriceName =
  | 'x402RoundBase'
  | 'rewardPerSignature'
  | 'agentRoundBase'
  | 'agentRoundPerSig'
  | 'subscriptionRoundBase'
  | 'subscriptionRoundPerSig';

/** Settings of one deployment. Prices are atomic units of the mint. */
export interface ConfigAccount extends Omit<ConfigBody, 'deploymentId' | PriceName> {
  readonly deploymentId: DeploymentId;
  readonly prices: Pick<ConfigBody, PriceName>;
}

/** @throws AccountDecodeError */
export function decodeConfig(data: Uint8Array): ConfigAccount {
  const { x402RoundBase, rewardPerSignature, agentRoundBase, agentRoundPerSig, ...body } = decodeConfigBody(data);
  const { subscriptionRoundBase, subscriptionRoundPerSig, deploymentId, ...config } = body;
  return {
    ...config,
    deploymentId: deploymentId as DeploymentId,
    prices: { x402RoundBase, rewardPerSignature, agentRoundBase, agentRoundPerSig, subscriptionRoundBase, subscriptionRoundPerSig },
  };
}

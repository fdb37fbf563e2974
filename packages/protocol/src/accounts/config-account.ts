import type { Address } from '../address.js';
import type { DeploymentId } from '../attestation.js';
import { decodeConfigBody } from './accounts.generated.js';

/** Settings of one deployment. Prices are atomic units of the mint; registry version 0 means there is no registry yet. */
export interface ConfigAccount {
  readonly minSigners: number;
  readonly deploymentId: DeploymentId;
  readonly authority: Address;
  readonly pendingAuthority: Address | null;
  readonly mint: Address;
  readonly registryVersion: bigint;
  readonly versionGraceSeconds: bigint;
  readonly settleWindowSeconds: bigint;
  readonly withdrawDelaySeconds: bigint;
  readonly prices: {
    readonly x402RoundBase: bigint;
    readonly rewardPerSignature: bigint;
    readonly agentRoundBase: bigint;
    readonly agentRoundPerSig: bigint;
    readonly subscriptionRoundBase: bigint;
    readonly subscriptionRoundPerSig: bigint;
  };
  /** Lower versions settle no more, whatever their `acceptUntil`; 0 until the first emergency. */
  readonly oldestAcceptedVersion: bigint;
  /** Unix seconds: no round with an earlier timestamp settles any more, even under a larger settle window; 0 = no bound yet. */
  readonly settleFloor: bigint;
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

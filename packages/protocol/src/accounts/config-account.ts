import type { Address } from '../address.js';
import type { DeploymentId } from '../attestation.js';
import { AccountReader } from './account-reader.js';

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
  /** Versions below it settle no more, whatever their `acceptUntil` says; 0 until the first emergency. */
  readonly oldestAcceptedVersion: bigint;
  /** Unix seconds: no round with an earlier timestamp settles any more, however large the settle window becomes; 0 = no bound yet. */
  readonly settleFloor: bigint;
}

/** @throws AccountDecodeError */
export function decodeConfig(data: Uint8Array): ConfigAccount {
  const account = AccountReader.open('Config', data, 'SVC_CFG1');
  account.requireLength(240);
  return {
    minSigners: account.u8(9),
    deploymentId: account.bytes(16, 32) as DeploymentId,
    authority: account.address(48),
    pendingAuthority: account.optionalAddress(80),
    mint: account.address(112),
    registryVersion: account.u64(144),
    versionGraceSeconds: account.u64(152),
    settleWindowSeconds: account.u64(160),
    withdrawDelaySeconds: account.u64(168),
    prices: {
      x402RoundBase: account.u64(176),
      rewardPerSignature: account.u64(184),
      agentRoundBase: account.u64(192),
      agentRoundPerSig: account.u64(200),
      subscriptionRoundBase: account.u64(208),
      subscriptionRoundPerSig: account.u64(216),
    },
    oldestAcceptedVersion: account.u64(224),
    settleFloor: account.i64(232),
  };
}

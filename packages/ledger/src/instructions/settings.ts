import type { InstructionData } from '../instruction-data.js';

/** Prices in atomic units of the stablecoin. */
export interface PriceSettings {
  readonly x402RoundBase: bigint;
  readonly rewardPerSignature: bigint;
  readonly agentRoundBase: bigint;
  readonly agentRoundPerSig: bigint;
  readonly subscriptionRoundBase: bigint;
  readonly subscriptionRoundPerSig: bigint;
}

/** What the administrator sets (protocol, "Settings"). */
export interface ProtocolSettings {
  readonly minSigners: number;
  readonly versionGraceSeconds: bigint;
  readonly settleWindowSeconds: bigint;
  readonly withdrawDelaySeconds: bigint;
  readonly prices: PriceSettings;
}

export function writeSettings(data: InstructionData, settings: ProtocolSettings): InstructionData {
  const { prices } = settings;
  return data
    .u8('minSigners', settings.minSigners)
    .u64('versionGraceSeconds', settings.versionGraceSeconds)
    .u64('settleWindowSeconds', settings.settleWindowSeconds)
    .u64('withdrawDelaySeconds', settings.withdrawDelaySeconds)
    .u64('prices.x402RoundBase', prices.x402RoundBase)
    .u64('prices.rewardPerSignature', prices.rewardPerSignature)
    .u64('prices.agentRoundBase', prices.agentRoundBase)
    .u64('prices.agentRoundPerSig', prices.agentRoundPerSig)
    .u64('prices.subscriptionRoundBase', prices.subscriptionRoundBase)
    .u64('prices.subscriptionRoundPerSig', prices.subscriptionRoundPerSig);
}

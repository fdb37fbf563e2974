/** Prices of a world, in atomic units of its stablecoin: the ones that docs/operations.md proposes for a deployment. */
export const WORLD_PRICES = {
  x402RoundBase: 1_000n,
  rewardPerSignature: 500n,
  agentRoundBase: 1_000n,
  agentRoundPerSig: 500n,
  subscriptionRoundBase: 100n,
  subscriptionRoundPerSig: 50n,
} as const;
export const REDUNDANCY_BUFFER = 1;

import { describe, expect, it } from 'vitest';
import { agentRoundPrice, PriceOverflowError, x402RoundPrice } from './price.js';

const U64_MAX = 2n ** 64n - 1n;

describe('price of an agent round', () => {
  it('is the base and one part for each signature', () => {
    expect(agentRoundPrice({ agentRoundBase: 1_000n, agentRoundPerSig: 500n }, 3)).toBe(2_500n);
  });

  it('reaches 2^64 − 1 and no further', () => {
    expect(agentRoundPrice({ agentRoundBase: U64_MAX - 4n, agentRoundPerSig: 2n }, 2)).toBe(U64_MAX);
    const refused = (): bigint => agentRoundPrice({ agentRoundBase: U64_MAX - 3n, agentRoundPerSig: 2n }, 2);
    expect(refused).toThrow(PriceOverflowError);
    expect(refused).toThrow('the price of a round on the agent path must be below 2^64 atomic units');
  });

  it.each([-1, 1.5, 256, Number.NaN])('is of no quorum of %d', (signaturesRequired) => {
    expect(() => agentRoundPrice({ agentRoundBase: 1n, agentRoundPerSig: 1n }, signaturesRequired)).toThrow(RangeError);
  });
});

describe('price of a round of the pay-per-request path', () => {
  const prices = { x402RoundBase: 1_000n, rewardPerSignature: 500n };

  it('is the base and one reward for each signature and each node of the buffer', () => {
    expect(x402RoundPrice(prices, { signaturesRequired: 3, redundancyBuffer: 1 })).toBe(3_000n);
    expect(x402RoundPrice(prices, { signaturesRequired: 3, redundancyBuffer: 0 })).toBe(2_500n);
  });

  it('reaches 2^64 − 1 and no further', () => {
    const terms = { signaturesRequired: 2, redundancyBuffer: 1 };
    expect(x402RoundPrice({ x402RoundBase: U64_MAX - 3n, rewardPerSignature: 1n }, terms)).toBe(U64_MAX);
    expect(() => x402RoundPrice({ x402RoundBase: U64_MAX - 2n, rewardPerSignature: 1n }, terms)).toThrow(PriceOverflowError);
    expect(() => x402RoundPrice({ x402RoundBase: 0n, rewardPerSignature: U64_MAX }, terms)).toThrow(PriceOverflowError);
  });

  it.each([-1, 0.5, 256])('is of no buffer of %d', (redundancyBuffer) => {
    expect(() => x402RoundPrice(prices, { signaturesRequired: 2, redundancyBuffer })).toThrow('redundancyBuffer must be an integer');
  });
});

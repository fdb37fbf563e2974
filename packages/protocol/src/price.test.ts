import { describe, expect, it } from 'vitest';
import { agentRoundPrice, PriceOverflowError, x402RoundPrice } from './price.js';

const U64_MAX = 2n ** 64n - 1n;

describe('price of an agent round', () => {
  it('is the base and one part for each signature', () => {
    expect(agentRoundPrice({ agentRoundBase: 1_000n, agentRoundPerSig: 500n }, { signaturesRequired: 3, units: 1 })).toBe(2_500n);
  });

  it('has one base and a part for each signature of each unit', () => {
    const prices = { agentRoundBase: 1_000n, agentRoundPerSig: 500n };
    expect(agentRoundPrice(prices, { signaturesRequired: 3, units: 2 })).toBe(4_000n);
    expect(agentRoundPrice(prices, { signaturesRequired: 64, units: 32 })).toBe(1_025_000n);
  });

  it('reaches 2^64 − 1 by its units too', () => {
    const prices = { agentRoundBase: 1n, agentRoundPerSig: (U64_MAX - 1n) / 6n };
    expect(agentRoundPrice(prices, { signaturesRequired: 3, units: 2 })).toBeLessThanOrEqual(U64_MAX);
    expect(() => agentRoundPrice(prices, { signaturesRequired: 3, units: 3 })).toThrow(PriceOverflowError);
    expect(() => agentRoundPrice({ agentRoundBase: 0n, agentRoundPerSig: U64_MAX }, { signaturesRequired: 1, units: 2 })).toThrow(
      PriceOverflowError,
    );
  });

  it.each([0, -1, 1.5, 33, Number.NaN])('is of no %d units', (units) => {
    expect(() => agentRoundPrice({ agentRoundBase: 1n, agentRoundPerSig: 1n }, { signaturesRequired: 1, units })).toThrow(
      'units must be an integer from 1 to 32',
    );
  });

  it('reaches 2^64 − 1 and no further', () => {
    expect(agentRoundPrice({ agentRoundBase: U64_MAX - 4n, agentRoundPerSig: 2n }, { signaturesRequired: 2, units: 1 })).toBe(U64_MAX);
    const refused = (): bigint =>
      agentRoundPrice({ agentRoundBase: U64_MAX - 3n, agentRoundPerSig: 2n }, { signaturesRequired: 2, units: 1 });
    expect(refused).toThrow(PriceOverflowError);
    expect(refused).toThrow('the price of a round on the agent path must be below 2^64 atomic units');
  });

  it.each([-1, 1.5, 256, Number.NaN])('is of no quorum of %d', (signaturesRequired) => {
    expect(() => agentRoundPrice({ agentRoundBase: 1n, agentRoundPerSig: 1n }, { signaturesRequired, units: 1 })).toThrow(RangeError);
  });
});

describe('price of a round of the pay-per-request path', () => {
  const prices = { x402RoundBase: 1_000n, rewardPerSignature: 500n };

  it('is the base and one reward for each signature and each node of the buffer', () => {
    expect(x402RoundPrice(prices, { signaturesRequired: 3, redundancyBuffer: 1, units: 1 })).toBe(3_000n);
    expect(x402RoundPrice(prices, { signaturesRequired: 3, redundancyBuffer: 0, units: 1 })).toBe(2_500n);
  });

  it('has one base and a reward for each node of each unit', () => {
    expect(x402RoundPrice(prices, { signaturesRequired: 3, redundancyBuffer: 1, units: 2 })).toBe(5_000n);
    expect(x402RoundPrice(prices, { signaturesRequired: 3, redundancyBuffer: 0, units: 32 })).toBe(49_000n);
  });

  it('leaves 64 bits by its units too', () => {
    const terms = { signaturesRequired: 2, redundancyBuffer: 1 };
    const steep = { x402RoundBase: 0n, rewardPerSignature: U64_MAX / 6n };
    expect(x402RoundPrice(steep, { ...terms, units: 2 })).toBeLessThanOrEqual(U64_MAX);
    expect(() => x402RoundPrice(steep, { ...terms, units: 3 })).toThrow(PriceOverflowError);
  });

  it.each([0, -1, 0.5, 33])('is of no %d units', (units) => {
    expect(() => x402RoundPrice(prices, { signaturesRequired: 2, redundancyBuffer: 1, units })).toThrow(
      'units must be an integer from 1 to 32',
    );
  });

  it('reaches 2^64 − 1 and no further', () => {
    const terms = { signaturesRequired: 2, redundancyBuffer: 1, units: 1 };
    expect(x402RoundPrice({ x402RoundBase: U64_MAX - 3n, rewardPerSignature: 1n }, terms)).toBe(U64_MAX);
    expect(() => x402RoundPrice({ x402RoundBase: U64_MAX - 2n, rewardPerSignature: 1n }, terms)).toThrow(PriceOverflowError);
    expect(() => x402RoundPrice({ x402RoundBase: 0n, rewardPerSignature: U64_MAX }, terms)).toThrow(PriceOverflowError);
  });

  it.each([-1, 0.5, 256])('is of no buffer of %d', (redundancyBuffer) => {
    expect(() => x402RoundPrice(prices, { signaturesRequired: 2, redundancyBuffer, units: 1 })).toThrow(
      'redundancyBuffer must be an integer',
    );
  });
});

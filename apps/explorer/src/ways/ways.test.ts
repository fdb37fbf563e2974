import type { Info } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { WAYS } from './index.js';

const prices: Info['prices'] = {
  x402RoundBase: '5000',
  rewardPerSignature: '2000',
  agentRoundBase: '1000',
  agentRoundPerSig: '500',
  subscriptionRoundBase: '1500',
  subscriptionRoundPerSig: '500',
};

describe('the ways to pay', () => {
  it('tell a price wherever a round moves money', () => {
    const round = { quorum: 3, redundancyBuffer: 1, units: 1 };
    expect(WAYS.map((way) => [way.spends, way.price(prices, round)])).toEqual([
      [false, undefined],
      [true, 2_500n],
      [true, 13_000n],
    ]);
  });

  it('are offered as the gateway serves them', () => {
    const info = (paths: Info['paths'], sessionAuth = true) => ({ paths, sessionAuth }) as Info;
    const served = (facts: Info): readonly boolean[] => WAYS.map((way) => way.isServed(facts));
    expect(served(info({ subscription: true, agent: false, x402: true }))).toEqual([true, false, true]);
    expect(served(info({ subscription: true, agent: true, x402: false }, false))).toEqual([false, true, false]);
  });

  it('have titles of their own, by which the page chooses', () => {
    expect(new Set(WAYS.map(({ title }) => title)).size).toBe(WAYS.length);
  });
});

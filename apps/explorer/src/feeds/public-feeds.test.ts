import { describe, expect, it } from 'vitest';
import { publicFeedsIn } from './public-feeds.js';

const apiConfig = { url: 'https://a.example/price', method: 'GET', responseParser: '$.price' };
const latest = { roundId: 'R', answeredAt: 9, observedAt: 5, value: '64628.31', signers: [0, 2] };
const feed = { feedId: '0xab', openedBy: 'owner', apiConfig, signaturesRequired: 3, latest, trend: ['1', '2.5'] };

describe('the public feeds of a gateway', () => {
  it('are read with their latest value and trend, the operator’s first', () => {
    const feeds = publicFeedsIn([feed, { ...feed, openedBy: 'operator', feed: 'coinbase/btc-usd', latest: null }]);
    expect(feeds.map(({ key, isOperators }) => [key, isOperators])).toEqual([
      ['coinbase/btc-usd', true],
      [undefined, false],
    ]);
    expect(feeds[1]).toMatchObject({ feedId: '0xab', quorum: 3, trend: [1, 2.5] });
    expect(feeds[1]?.latest).toEqual({ roundId: 'R', observedAtMs: 5, value: '64628.31', signers: [0, 2] });
    expect(feeds[0]?.latest).toBeUndefined();
  });

  it('may be indices', () => {
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 };
    const other = { ...apiConfig, url: 'https://b.example/price' };
    const { apiConfig: _left, ...rest } = feed;
    const [index] = publicFeedsIn([{ ...rest, apiConfigs: [apiConfig, other], combine }]);
    expect(index?.subject.sources).toHaveLength(2);
  });

  it('break nothing where a gateway makes them up', () => {
    const broken = [null, 5, {}, { ...feed, feedId: 5 }, { ...feed, apiConfig: { url: 5 } }, { ...feed, apiConfig: 'x' }];
    expect(publicFeedsIn(broken)).toEqual([]);
    const [odd] = publicFeedsIn([{ ...feed, trend: ['x', null, 3], latest: { ...latest, signers: 'all' } }]);
    expect([odd?.trend, odd?.latest?.signers]).toEqual([[0, 3], []]);
  });
});

import { VerificationError } from '@oracle-gateway/client';
import type { LatestValues, ToldFeed } from '@oracle-gateway/client/public-feeds';
import { describe, expect, it, vi } from 'vitest';

import { ROUND, serve, SOURCE } from './served.js';

const apiConfig = { ...SOURCE, method: 'GET' as const };
const FEED_ID = `0x${'1'.repeat(64)}`;

function told(changes: Partial<ToldFeed> = {}): ToldFeed {
  return { feedId: FEED_ID, openedBy: 'operator', signaturesRequired: 3, apiConfig, latest: null, trend: [], ...changes };
}

function feedsOf(listed: readonly ToldFeed[], latest: LatestValues['latest'] = () => Promise.resolve(ROUND)) {
  return { feeds: () => Promise.resolve(listed), latest: vi.fn<LatestValues['latest']>(latest) };
}

describe('get_latest', () => {
  it('shows the verified value of a feed of the catalogue, with its age, and judges it by the source that this server has', async () => {
    const publicFeeds = feedsOf([told({ feed: 'coinbase/btc-usd' })]);
    const { call } = await serve({}, { publicFeeds });
    const { structured, isError } = await call('get_latest', { feed: 'coinbase/btc-usd' });
    expect(isError).toBe(false);
    expect(structured).toMatchObject({ verified: true, value: '64628.31', ageSeconds: 2, quorum: 3, isBuiltIn: true });
    const [expected] = publicFeeds.latest.mock.calls[0] ?? [];
    expect(expected).toMatchObject({
      ...{ feedId: FEED_ID, quorum: 3 },
      source: { url: expect.stringMatching(/^https:\/\/api\.coinbase\.com\//) as string },
    });
  });

  it('takes a feed by its id, and says that the gateway alone tells what it is', async () => {
    const publicFeeds = feedsOf([told({ feedId: `0x${'2'.repeat(64)}` }), told()]);
    const { call } = await serve({}, { publicFeeds });
    expect((await call('get_latest', { feedId: FEED_ID })).structured).toMatchObject({ isBuiltIn: false, source: SOURCE });
    expect(publicFeeds.latest.mock.calls[0]?.[0]).toMatchObject({ feedId: FEED_ID, source: SOURCE });
  });

  it('takes no feed under a known name whose quorum is below the advice of the catalogue', async () => {
    const publicFeeds = feedsOf([told({ feed: 'coinbase/btc-usd', signaturesRequired: 2 })]);
    const { call } = await serve({}, { publicFeeds });
    expect((await call('get_latest', { feed: 'coinbase/btc-usd' })).text).toContain('no_latest_value');
  });

  it('shows no value that does not verify', async () => {
    const refusing = feedsOf([told()], () => Promise.reject(new VerificationError('not_signed', 'the nodes did not sign this')));
    const { call } = await serve({}, { publicFeeds: refusing });
    const { isError, text } = await call('get_latest', { feedId: FEED_ID });
    expect(isError).toBe(true);
    expect(text).toContain('verification_failed (not_signed)');
    expect(text).not.toContain('64628.31');
  });

  it.each([
    ['no such feed is public', feedsOf([])],
    ['the gateway keeps no value', feedsOf([told()], () => Promise.resolve(null))],
  ])('leads to get_value where %s', async (_, publicFeeds) => {
    const { call } = await serve({}, { publicFeeds });
    const { isError, text } = await call('get_latest', { feedId: FEED_ID });
    expect(isError).toBe(true);
    expect(text).toMatch(/^no_latest_value: [\s\S]*Paid: nothing\.\nNext: Call get_value/);
  });

  it.each([{}, { feed: 'coinbase/btc-usd', feedId: FEED_ID }, { feed: 'no name' }, { feed: 'coinbase/no-such-feed' }])(
    'leads to find_feeds where the argument names no feed: %#',
    async (input) => {
      const { call } = await serve();
      expect((await call('get_latest', input)).text).toMatch(/Next: (?:Call find_feeds|Correct the argument)/);
    },
  );
});

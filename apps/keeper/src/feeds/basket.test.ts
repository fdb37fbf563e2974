import { deriveFeedId, NO_OWNER, parseApiConfig, isList } from '@oracle-gateway/protocol';
import { indexSubject, MAX_SUBJECT_BYTES, sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { simulatedFeed, simulatedFeeds } from '../../tests/support/simulated-world.js';
import { UnreadableFeedStateError } from '../state/feed-states.js';
import { basketIn, basketOf, fittingList, keptList, mayShareList } from './basket.js';
import type { KeptFeed } from './kept-feed.js';
import { shownText } from './shown-text.js';

function toleranceFeed(maxAgeMs: number): KeptFeed {
  const numeric = { type: 'int256', decimals: 8 } as const;
  const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs, numeric };
  return simulatedFeed({ subject: sourceSubject(parseApiConfig({ url: 'https://one.example/', method: 'GET', aggregation })) });
}

function indexFeed(): KeptFeed {
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 } as const;
  const sources = ['https://one.example/', 'https://two.example/'].map((url) => parseApiConfig({ url, method: 'GET' }));
  return simulatedFeed({ subject: indexSubject(sources, combine) });
}

/** A feed whose canonical form has about so many bytes. */
function longFeed(bytes: number, place: number): KeptFeed {
  const path = `${place}`.padEnd(bytes, 'x');
  const subject = sourceSubject(parseApiConfig({ url: `https://one.example/${path}`, method: 'GET' }));
  return simulatedFeed({ subject, feedId: deriveFeedId({ owner: NO_OWNER, sourceId: subject.sourceId, signaturesRequired: 3 }) });
}

describe('feeds share a list', () => {
  it('where one account pays for both at one quorum', () => {
    const feed = simulatedFeed();
    expect(mayShareList(feed, simulatedFeed())).toBe(true);
    expect(mayShareList(feed, simulatedFeed({ account: 'other' }))).toBe(false);
    expect(mayShareList(feed, simulatedFeed({ quorum: 4 }))).toBe(false);
  });

  it('where both are sources, whose values live fifteen seconds at least', () => {
    const feed = simulatedFeed();
    expect(mayShareList(feed, toleranceFeed(15_000))).toBe(true);
    expect(mayShareList(feed, toleranceFeed(14_999))).toBe(false);
    expect(mayShareList(indexFeed(), feed)).toBe(false);
  });

  it('up to 32 of them, and up to as many values as a gateway may be sent by the nodes that it asks', () => {
    const feeds = simulatedFeeds(40);
    expect(fittingList(feeds, 5)).toEqual(feeds.slice(0, 32));
    expect(fittingList(feeds, 64)).toEqual(feeds.slice(0, 16));
  });

  it('up to 48 KiB of canonical form, without one that does not fit', () => {
    const [first, ...others] = Array.from({ length: 28 }, (_, place) => longFeed(1_900, place));
    const short = simulatedFeed();
    const fitting = fittingList([first!, ...others, short], 5);
    expect(fitting).toEqual([first, ...others.slice(0, fitting.length - 2), short]);
    const bytes = fitting.map(({ subject }) => shownText(subject).length);
    expect(MAX_SUBJECT_BYTES - bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(bytes[0]!);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_SUBJECT_BYTES);
  });

  it('each source once', () => {
    const feed = simulatedFeed();
    const other = simulatedFeed();
    expect(fittingList([feed, { ...feed, name: 'again' }, other], 5)).toEqual([feed, other]);
  });
});

describe('a basket', () => {
  it('has the subject of one feed, or the list of the sources of several, where one value suffices', () => {
    const [feed, other] = [simulatedFeed(), simulatedFeed()];
    expect(basketOf([feed]).subject).toBe(feed.subject);
    expect(keptList(basketOf([feed]))).toBeNull();
    const { subject, places } = basketOf([feed, other]);
    expect([isList(subject.form), subject.minValues, subject.sources.map(({ sourceId }) => sourceId)]).toEqual([
      true,
      1,
      [feed.sourceId, other.sourceId],
    ]);
    expect(places).toEqual([
      { feedId: feed.feedId, feed },
      { feedId: other.feedId, feed: other },
    ]);
  });

  it('is the same after it was kept, but for feeds that the file has no more', () => {
    const [feed, other, ...rest] = simulatedFeeds(5);
    const basket = basketOf([feed, other!, ...rest]);
    const list = keptList(basket)!;
    expect(basketIn(list, feed, [...rest].reverse().concat(other!, feed))).toEqual(basket);
    const without = basketIn(list, other!, [other!, ...rest]);
    expect(without).toEqual({ ...basket, places: basket.places.map((one) => (one.feed === feed ? { ...one, feed: null } : one)) });
  });

  it.each(['', '{}', '[]', '[{"url":"ftp://one.example/","method":"GET"}]', '[1,2]'])(
    'is not read where another release kept it: %j',
    (list) => {
      expect(() => basketIn(list, simulatedFeed(), [])).toThrow(UnreadableFeedStateError);
    },
  );
});

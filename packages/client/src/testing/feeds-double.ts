import { toHex, toAddress } from '@oracle-gateway/protocol';
import { type Subject, subjectMembers } from '@oracle-gateway/protocol/internal';
import { memberOf } from '../base/json.js';
import { GatewayRefused } from './gateway-refused.js';
import { roundFeed } from './round-answers.js';
import { publicHalf, testSecretKey } from './test-keys.js';

const OWNER_KEY = 203;
const MINUTE_SECONDS = 60;

/** Owner of the public feeds of a test. */
export const FEEDS_OWNER = toAddress(publicHalf(testSecretKey(OWNER_KEY)));

/** A public feed of the gateway of a test. */
export interface PublicFeedOfTest {
  readonly feedId: string;
  readonly name: string | undefined;
  readonly subject: Subject;
  readonly quorum: number;
}

export interface LatestOfFeed {
  readonly roundId: string;
  readonly answeredAt: number;
  readonly observedAt: number;
  readonly value: string;
  readonly signers: readonly number[];
  /** A flat answer. */
  readonly result: object;
}

/** Public feeds of the gateway of a test. */
export interface FeedsDouble {
  list(): object;
  /** Serves one more round of the feed. @throws GatewayRefused */
  latest(feedId: string): object;
  history(feedId: string, query: URLSearchParams): object;
}

/** @param deps `serve`: makes one more round of a feed; null where its source fails */
export function createFeeds(
  deps: { readonly serve: (feed: PublicFeedOfTest) => LatestOfFeed | null },
  input: { readonly feeds: readonly Omit<PublicFeedOfTest, 'feedId'>[] },
): FeedsDouble {
  const opened = input.feeds.map((feed) => ({ ...feed, feedId: toHex(roundFeed({ ...feed, feedOwner: FEEDS_OWNER })) }));
  const served = new Map<string, LatestOfFeed[]>(opened.map(({ feedId }) => [feedId, []]));

  function feedAt(feedId: string): { readonly feed: PublicFeedOfTest; readonly answers: LatestOfFeed[] } {
    const feed = opened.find((one) => one.feedId === feedId);
    const answers = served.get(feedId);
    if (feed === undefined || answers === undefined) throw new GatewayRefused('feed_not_found');
    return { feed, answers };
  }

  return {
    list: () => ({
      feeds: opened.map((feed) => {
        const answers = served.get(feed.feedId) ?? [];
        const last = answers.at(-1);
        return {
          ...toldFeed(feed),
          latest: last === undefined ? null : withoutResult(last),
          trend: answers.slice(-1).map(({ value }) => value),
        };
      }),
    }),
    latest(feedId) {
      const { feed, answers } = feedAt(feedId);
      const next = deps.serve(feed);
      if (next !== null) answers.push(next);
      return { ...toldFeed(feed), latest: answers.at(-1) ?? null };
    },
    history(feedId, query) {
      const { answers } = feedAt(feedId);
      const step = Number(query.get('step') ?? MINUTE_SECONDS);
      const rows = new Map<number, string[]>();
      for (const { observedAt, value } of answers) {
        const at = Math.floor(observedAt / 1000 / step) * step;
        rows.set(at, [...(rows.get(at) ?? []), value]);
      }
      return { feedId, step, verifiable: false, rows: [...rows].map(([at, values]) => rowOf(at, values)) };
    },
  };
}

function toldFeed({ feedId, name, subject, quorum }: PublicFeedOfTest): object {
  return {
    feedId,
    openedBy: 'operator',
    ...(name === undefined ? {} : { feed: name }),
    signaturesRequired: quorum,
    ...subjectMembers(subject),
  };
}

function withoutResult(latest: LatestOfFeed): object {
  return Object.fromEntries(Object.keys(latest).flatMap((name) => (name === 'result' ? [] : [[name, memberOf(latest, name)]])));
}

function rowOf(at: number, values: readonly string[]): object {
  const sorted = values.toSorted((one, other) => Number(one) - Number(other));
  return { at, value: values[0], low: sorted[0], high: sorted.at(-1) };
}

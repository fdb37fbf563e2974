import { type Address, EXACT_DECIMALS, toAddress } from '@oracle-gateway/protocol';
import { ruleOf, type Subject, subjectMembers } from '@oracle-gateway/protocol/internal';
import { encodeAccount } from '@oracle-gateway/protocol/testing';
import { memberOf } from '../base/json.js';
import { GatewayRefused } from './gateway-refused.js';
import { LEDGER_SLOT } from './ledger-double.js';
import { roundFeed, type ValuedRound } from './round-answers.js';
import { publicHalf, testSecretKey } from './test-keys.js';

const OWNER_KEY = 203;
const MINUTE_SECONDS = 60;
/** Byte of a feed account by its kind of value. */
const MODES = { exact: 1, tolerance: 2 } as const;

/** Owner of the public feeds of a test that names none. */
export const FEEDS_OWNER = toAddress(publicHalf(testSecretKey(OWNER_KEY)));

/** A public feed of the gateway of a test. */
export interface PublicFeedOfTest {
  readonly feedId: string;
  readonly feedOwner: Address;
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

/** One more round of a feed: what the gateway tells of it, and the account that has it on the ledger. */
export interface ServedFeed {
  readonly told: LatestOfFeed;
  readonly account: Uint8Array;
}

/** Public feeds of the gateway of a test. */
export interface FeedsDouble {
  list(): object;
  /** Serves one more round of the feed. @throws GatewayRefused */
  latest(feedId: string): object;
  history(feedId: string, query: URLSearchParams): object;
  /** The account of the feed with one more round, as a keeper writes it; null before the first one. @throws GatewayRefused */
  account(feedId: string): Uint8Array | null;
}

/** @param deps `serve`: makes one more round of a feed; null where its source fails */
export function createFeeds(
  deps: { readonly serve: (feed: PublicFeedOfTest) => ServedFeed | null },
  input: { readonly feeds: readonly PublicFeedOfTest[] },
): FeedsDouble {
  const opened = input.feeds;
  const served = new Map<string, ServedFeed[]>(opened.map(({ feedId }) => [feedId, []]));

  function feedAt(feedId: string): { readonly feed: PublicFeedOfTest; readonly answers: ServedFeed[] } {
    const feed = opened.find((one) => one.feedId === feedId);
    const answers = served.get(feedId);
    if (feed === undefined || answers === undefined) throw new GatewayRefused('feed_not_found');
    return { feed, answers };
  }

  function next(feedId: string): { readonly feed: PublicFeedOfTest; readonly last: ServedFeed | null } {
    const { feed, answers } = feedAt(feedId);
    const one = deps.serve(feed);
    if (one !== null) answers.push(one);
    return { feed, last: answers.at(-1) ?? null };
  }

  return {
    list: () => ({
      feeds: opened.map((feed) => {
        const answers = served.get(feed.feedId) ?? [];
        const last = answers.at(-1)?.told;
        return {
          ...toldFeed(feed),
          latest: last === undefined ? null : withoutResult(last),
          trend: last === undefined ? [] : [last.value],
        };
      }),
    }),
    latest(feedId) {
      const { feed, last } = next(feedId);
      return { ...toldFeed(feed), latest: last?.told ?? null };
    },
    account: (feedId) => next(feedId).last?.account ?? null,
    history(feedId, query) {
      const { answers } = feedAt(feedId);
      const step = Number(query.get('step') ?? MINUTE_SECONDS);
      const rows = new Map<number, string[]>();
      for (const { observedAt, value } of answers.map(({ told }) => told)) {
        const at = Math.floor(observedAt / 1000 / step) * step;
        rows.set(at, [...(rows.get(at) ?? []), value]);
      }
      return { feedId, step, verifiable: false, rows: [...rows].map(([at, values]) => rowOf(at, values)) };
    },
  };
}

/** A round as the program writes it into the account of its feed. */
export function feedAccount(round: ValuedRound): Uint8Array {
  const { subject, quorum, feedOwner, timestampMs, observedAtMs, registryVersion, values } = round;
  const rule = ruleOf(subject);
  return encodeAccount('feed', {
    mode: MODES[rule === undefined ? 'exact' : 'tolerance'],
    decimals: rule?.numeric.decimals ?? EXACT_DECIMALS,
    signaturesRequired: quorum,
    form: subject.form,
    feedId: roundFeed(round),
    owner: feedOwner,
    sourceId: subject.sourceId,
    value: values.packed,
    timestampMs: BigInt(timestampMs),
    observedAtMs: BigInt(observedAtMs),
    registryVersion: BigInt(registryVersion),
    slot: BigInt(LEDGER_SLOT),
  });
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

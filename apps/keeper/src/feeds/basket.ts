import {
  type Address,
  type ApiConfig,
  ApiConfigError,
  deriveFeedId,
  type FeedId,
  toHex,
  isList,
  MAX_SOURCES,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import {
  listSubject,
  MAX_SET_VALUES,
  MAX_SUBJECT_BYTES,
  MIN_LIST_MAX_AGE_MS,
  parseSubject,
  type Subject,
} from '@oracle-gateway/protocol/internal';
import { UnreadableFeedStateError } from '../state/feed-states.js';
import type { KeptFeed } from './kept-feed.js';
import { shownText } from './shown-text.js';

/** Feeds of one purchase: one alone, or those of a list in the order of its sources. */
export interface Basket {
  readonly subject: Subject;
  readonly quorum: number;
  readonly feedOwner: Address;
  /** One for each feed, in the order of the subject. */
  readonly places: readonly BasketPlace[];
}

export interface BasketPlace {
  readonly feedId: FeedId;
  /** Null where no value goes to the feed: the file has it no more, or the purchase is over for it. */
  readonly feed: KeptFeed | null;
}

/** A list is signed although sources fail: each feed is written that has a value. */
const MIN_VALUES = 1;

/** Feeds of one account and quorum fall due together, and share a list where their sources may be in one. */
export function mayShareList(one: Payable, other: Payable): boolean {
  return one.account === other.account && one.quorum === other.quorum && isListable(one) && isListable(other);
}

type Payable = Pick<KeptFeed, 'account' | 'quorum' | 'subject' | 'isAlone'>;

function isListable({ subject, isAlone }: Payable): boolean {
  const [rule] = subject.rules;
  return !isAlone && subject.form === SOURCE_FORM && (rule === undefined || rule.maxAgeMs >= MIN_LIST_MAX_AGE_MS);
}

/** The first feed, and those after it that have room beside it in one round. A source that a list has already is left out. */
export function fittingList(feeds: readonly [KeptFeed, ...KeptFeed[]], askedNodes: number): readonly [KeptFeed, ...KeptFeed[]] {
  const [first, ...others] = feeds;
  const most = Math.min(MAX_SOURCES, Math.floor(MAX_SET_VALUES / askedNodes));
  const fitting: [KeptFeed, ...KeptFeed[]] = [first];
  const ids = new Set([toHex(first.feedId)]);
  let bytes = shownText(first.subject).length;
  for (const feed of others) {
    const length = shownText(feed.subject).length;
    const id = toHex(feed.feedId);
    if (ids.has(id) || fitting.length >= most || bytes + length > MAX_SUBJECT_BYTES) continue;
    bytes += length;
    ids.add(id);
    fitting.push(feed);
  }
  return fitting;
}

/** One feed as it is, several as a list of their sources. */
export function basketOf(feeds: readonly [KeptFeed, ...KeptFeed[]]): Basket {
  const [{ subject, quorum, feedOwner }] = feeds;
  return {
    subject: feeds.length === 1 ? subject : listSubject(feeds.flatMap(sourcesOf), MIN_VALUES),
    ...{ quorum, feedOwner },
    places: feeds.map((feed) => ({ feedId: feed.feedId, feed })),
  };
}

function sourcesOf({ subject }: Pick<KeptFeed, 'subject'>): readonly ApiConfig[] {
  return subject.sources.map(({ apiConfig }) => apiConfig);
}

/** Sources of a list as the state of its leader keeps them, so that it can be gone on with whatever the file has become; null of a feed alone. */
export function keptList(basket: Basket): string | null {
  return isList(basket.subject.form) ? JSON.stringify(sourcesOf(basket)) : null;
}

/** The list that was kept, with the feeds of it that the file has. Throws UnreadableFeedStateError. */
export function basketIn(list: string, { quorum, feedOwner }: Pick<KeptFeed, 'quorum' | 'feedOwner'>, feeds: readonly KeptFeed[]): Basket {
  const subject = listIn(list);
  const byId = new Map(feeds.map((feed) => [toHex(feed.feedId), feed]));
  const places = subject.sources.map(({ sourceId }) => {
    const feedId = deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired: quorum });
    return { feedId, feed: byId.get(toHex(feedId)) ?? null };
  });
  return { subject, quorum, feedOwner, places };
}

function listIn(list: string): Subject {
  try {
    const apiConfigs: unknown = JSON.parse(list);
    if (Array.isArray(apiConfigs)) return parseSubject({ apiConfigs, minValues: MIN_VALUES });
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof ApiConfigError)) throw error;
  }
  throw new UnreadableFeedStateError();
}

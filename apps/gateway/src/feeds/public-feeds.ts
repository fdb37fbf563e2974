import type { FeedsAnswer, PublicFeedAnswer } from '@oracle-gateway/gateway-api';
import type { PublishedSource } from '@oracle-gateway/gateway-api/internal';
import { ContractError, parsePublishedSource } from '@oracle-gateway/gateway-api/parsers';
import { createCachedRead } from '@oracle-gateway/ledger';
import type { FeedStore, FeedOpening, PublicFeed } from '@oracle-gateway/outbox';
import { formatAddress } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { RoundOnRecord } from '../answers/round-on-record.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';
import { feedsInAnswer, readShownAnswer, tellFeedValue, writeShownAnswer } from './shown-answer.js';

type Latest = NonNullable<PublicFeedAnswer['data']['latest']>;
type Described = Pick<PublicFeedAnswer['data'], 'feedId' | 'openedBy'> & PublishedSource;

/** A public feed with its latest value. */
export type ListedFeed = Described & Pick<FeedsAnswer['data']['feeds'][number], 'latest'>;

/** The feeds that this gateway shows to every reader. */
export interface PublicFeeds {
  /** The open feeds, as they stood a second ago at most. */
  list(): Promise<readonly ListedFeed[]>;
  /** The newest answer of a feed, whole; null: it has none, or its answer is no longer kept. */
  latest(feed: PublicFeed): Promise<Latest | null>;
  /** Shows the values of an answered round in the open ones of its feeds. A failure is logged: the round is answered all the same. */
  show(answered: RoundOnRecord): void;
  /** Another feed is open now, or one no longer is: both are read again. Throws what the store throws. */
  changed(): Promise<void>;
}

export interface PublicFeedsDeps {
  readonly store: FeedStore;
  readonly events: Pick<Events, 'outboxTrouble'>;
  readonly monotonicMs: () => number;
}

/** The open feeds are read again after so long, by the next request or round that asks. */
const LIST_LIFE_MS = 1_000;
/** Answers that stay decoded, for streams and readers that ask at once. */
const MAX_ANSWERS = 256;

export function createPublicFeeds({ store, events, monotonicMs }: PublicFeedsDeps): PublicFeeds {
  const often = { ttlMs: LIST_LIFE_MS, minRefreshIntervalMs: 0, monotonicMs };
  const listed = createCachedRead({ ...often, load: async () => (await store.feeds()).map(listFeed) });
  // Rounds ask at each second, and need no source.
  const ofOwners = createCachedRead({ ...often, load: async () => byOwner(await store.open()) });
  const answers = new BoundedMap<string, Promise<Latest | null>>(MAX_ANSWERS);

  const show = async ({ feedOwner, ...answered }: RoundOnRecord): Promise<void> => {
    const open = await ofOwners.get();
    if (open.size === 0) return;
    const owner = formatAddress(feedOwner);
    const feeds = open.get(owner);
    const values = feeds === undefined ? [] : feedsInAnswer(answered.result).filter(({ feedId }) => feeds.has(feedId));
    if (feeds === undefined || values.length === 0) return;
    await store.show({
      owner,
      feedsOfOwner: feeds.size,
      answer: writeShownAnswer(answered),
      observedAtMs: answered.result.data.observedAt,
      values: values.map((one) => ({ feedId: one.feedId, value: one.value, told: JSON.stringify(tellFeedValue(answered, one)) })),
    });
  };

  return {
    list: () => listed.get(),
    latest(feed) {
      const { feedId, latest, owner } = feed;
      if (latest === null) return Promise.resolve(null);
      const key = `${feedId} ${latest.answerId}`;
      return answers.getOrCreate(key, () => {
        const reading = store.answer(owner, latest.answerId).then((kept) => (kept === null ? null : latestOf(feedId, kept)));
        reading.catch(() => answers.delete(key));
        return reading;
      });
    },
    show(answered) {
      const { roundId, requestId, isPrivate } = answered;
      if (isPrivate) return;
      void show(answered).catch((cause: unknown) => events.outboxTrouble({ roundId, requestId, action: 'show', cause }));
    },
    async changed() {
      await Promise.all([ofOwners.next(), listed.next()]);
    },
  };
}

function listFeed(feed: PublicFeed): ListedFeed {
  return { ...describeFeed(feed), latest: valueOf(feed) };
}

function byOwner(feeds: readonly FeedOpening[]): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { owner, feedId } of feeds) owners.set(owner, (owners.get(owner) ?? new Set()).add(feedId));
  return owners;
}

/** The value of a feed in a kept answer; null: the answer has none. */
export function latestOf(
  feedId: string,
  { answeredAtMs, answer }: { readonly answeredAtMs: number; readonly answer: string },
): Latest | null {
  const round = readShownAnswer(answer);
  const own = feedsInAnswer(round.result).find((one) => one.feedId === feedId);
  return own === undefined ? null : { ...tellFeedValue(round, own), answeredAt: answeredAtMs, result: round.result };
}

/** Members that every answer about a feed has. */
export function describeFeed({ feedId, openedBy, source }: PublicFeed): Described {
  return { feedId, openedBy, ...parsePublishedSource(JSON.parse(source)) };
}

type FeedValue = NonNullable<FeedsAnswer['data']['feeds'][number]['latest']>;

/** The latest value of a feed without its signature. Throws `ContractError` for what no gateway has written. */
function valueOf({ latest }: PublicFeed): FeedValue | null {
  if (latest === null) return null;
  const plain: unknown = JSON.parse(latest.told);
  if (!isTold(plain)) throw new ContractError('latest', 'must be the latest value of a public feed');
  const { roundId, observedAt, value, signers } = plain;
  return { roundId, answeredAt: latest.answeredAtMs, observedAt, value, signers };
}

type Told = Omit<FeedValue, 'answeredAt'>;

function isTold(plain: unknown): plain is Told {
  if (typeof plain !== 'object' || plain === null) return false;
  const { roundId, observedAt, value, signers }: { [Member in keyof Told]?: unknown } = plain;
  return typeof roundId === 'string' && typeof observedAt === 'number' && typeof value === 'string' && Array.isArray(signers);
}

/** A read of the feed store in the terms of an endpoint: `outbox_unavailable` where the store does not answer. */
export function ofStore<Read>(read: Promise<Read>): Promise<Read> {
  return read.catch((cause: unknown) => {
    throw cause instanceof GatewayError ? cause : new GatewayError('outbox_unavailable', { cause });
  });
}

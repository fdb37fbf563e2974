import type { Address } from '@oracle-gateway/protocol';
import { shardScripts } from '../connection/shard-scripts.js';
import { CorruptRecordError } from '../records/errors.js';
import {
  ANSWER_BYTES,
  ANSWER_LIFE_MS,
  type FeedRow,
  MAX_FEEDS_OF_OWNER,
  MAX_PUBLIC_FEEDS,
  type FeedOpening,
  type PublicFeed,
  type PublishInput,
  type PublishOutcome,
  ROW_BYTES,
  ROW_LIFE_MS,
  type ShowInput,
  type ShownValue,
} from '../records/public-feed.js';
import { outboxPrefix, ShardKeys } from '../wire/keys.js';
import { decodeBody, encodeBody } from '../wire/record-body.js';
import { readInteger, readText, readTexts } from '../wire/reply.js';
import type { OutboxOptions } from './create-outbox.js';

/** The feeds of one gateway that are open to every reader, and what they show: the same for every process of the gateway. */
export interface FeedStore {
  /** Opens or closes a feed. It is told once replicas have it. */
  publish(input: PublishInput): Promise<PublishOutcome>;
  /** Shows the values of an answer in those of the feeds that are open. */
  show(input: ShowInput): Promise<void>;
  /** The open feeds. */
  feeds(): Promise<readonly PublicFeed[]>;
  /** Owner and state of the open feeds alone: a fraction of the bytes. */
  open(): Promise<readonly FeedOpening[]>;
  /** null: the feed is not open. */
  feed(feedId: string): Promise<PublicFeed | null>;
  /** An answer of an owner's feeds; null: it is no longer kept. */
  answer(owner: string, answerId: string): Promise<FeedStoreAnswer | null>;
  /** The first answers of an owner's feeds within some time. */
  answers(input: { readonly owner: string; readonly fromMs: number; readonly toMs: number }): Promise<readonly FeedStoreAnswer[]>;
  /** The rows of some time, oldest first. */
  rows(input: { readonly feedId: string; readonly fromMs: number; readonly toMs: number }): Promise<readonly FeedRow[]>;
  /** The last row of that minute or before; null: no row is that old. */
  rowAt(input: { readonly feedId: string; readonly atMs: number }): Promise<FeedRow | null>;
}

export interface FeedStoreAnswer {
  /** When it was kept, by the server's clock. */
  readonly answeredAtMs: number;
  /** JSON of the writer. */
  readonly answer: string;
}

/** Connections and Gateway account of a feed store. */
export type FeedStoreOptions = Pick<OutboxOptions, 'redis' | 'confirming' | 'gateway' | 'durability'>;

/** Answers of one read. */
const MOST_ANSWERS = 100;
/** Rows of seven days. */
const MOST_ROWS = 10_081;
const PUBLICATION = /^(open|closed) (\d+) (owner|operator) (\w+)$/;
const SHOWN = /^((\d+)-\d+) \d+ (.*)$/s;

/** The public feeds of one gateway. It neither opens nor closes the connection. */
export function createFeedStore(options: FeedStoreOptions & { readonly gateway: Address }): FeedStore {
  const { redis } = options;
  const keys = new ShardKeys(outboxPrefix(options.gateway));
  const run = shardScripts(options, keys);
  return {
    async publish({ feedId, owner, openedBy, atSeconds, source }) {
      const [outcome = ''] = readTexts(
        await run('publishFeed', [...keys.publications, keys.feedRows(feedId), keys.feedAnswers(owner), keys.feedBytes, keys.totals], {
          feedId,
          isOpen: source !== null,
          atSeconds,
          by: openedBy,
          owner,
          source: source ?? '',
          maxFeeds: MAX_PUBLIC_FEEDS,
          maxOfOwner: MAX_FEEDS_OF_OWNER,
          rowLifeMs: ROW_LIFE_MS,
        }),
      );
      return readPublishOutcome(outcome);
    },

    async show({ owner, feedsOfOwner, answer, observedAtMs, values }) {
      const room = { owner, bytes: feedsOfOwner * ANSWER_BYTES, lifeMs: ANSWER_LIFE_MS };
      const answerId = readText(
        readTexts(await run('keepAnswer', [keys.feedAnswers(owner), keys.feedBytes], room, encodeBody({ payload: '', result: answer }))),
        0,
      );
      const [publications, , latest] = keys.publications;
      await Promise.all(
        values.map((shown) =>
          run('showValue', [publications, latest, keys.feedRows(shown.feedId), keys.feedBytes, keys.totals], {
            ...{ ...shown, answerId, observedAtMs, bytes: ROW_BYTES, lifeMs: ROW_LIFE_MS },
          }),
        ),
      );
    },

    async feeds() {
      const [publications, sources, latest] = await Promise.all(keys.publications.map((key) => redis.hgetall(key)));
      const feeds = Object.entries(publications ?? {}).map(([feedId, text]) =>
        readFeed(feedId, { text, source: sources?.[feedId], latest: latest?.[feedId] }),
      );
      return feeds.filter((feed) => feed !== null);
    },

    async open() {
      const [publications] = keys.publications;
      return Object.entries(await redis.hgetall(publications)).flatMap(([feedId, text]) => readOpen(feedId, text) ?? []);
    },

    async feed(feedId) {
      const [text, source, latest] = await Promise.all(keys.publications.map((key) => redis.hget(key, feedId)));
      return readFeed(feedId, { text, source, latest });
    },

    async answer(owner, answerId) {
      const [entry] = await redis.xrangeBuffer(keys.feedAnswers(owner), answerId, answerId);
      return entry === undefined ? null : readAnswer(entry);
    },

    async answers({ owner, fromMs, toMs }) {
      return (await redis.xrangeBuffer(keys.feedAnswers(owner), fromMs, toMs, 'COUNT', MOST_ANSWERS)).map(readAnswer);
    },

    async rows({ feedId, fromMs, toMs }) {
      return (await redis.xrange(keys.feedRows(feedId), fromMs, toMs, 'COUNT', MOST_ROWS)).map(readRow);
    },

    async rowAt({ feedId, atMs }) {
      const [entry] = await redis.xrevrange(keys.feedRows(feedId), atMs, '-', 'COUNT', 1);
      return entry === undefined ? null : readRow(entry);
    },
  };
}

function readPublishOutcome(text: string): PublishOutcome {
  if (text === 'ok' || text === 'older' || text === 'owner_full' || text === 'full') return text;
  throw new CorruptRecordError('the server answered a publication with an unknown outcome');
}

interface StoredFeed {
  readonly text: string | null | undefined;
  readonly source: string | null | undefined;
  readonly latest: string | null | undefined;
}

/** The hashes are read one after the other: a feed that is closed in between is not open. */
function readFeed(feedId: string, { text, source, latest }: StoredFeed): PublicFeed | null {
  if (typeof text !== 'string' || typeof source !== 'string') return null;
  const open = readOpen(feedId, text);
  return open === null ? null : { ...open, source, latest: readShown(latest) };
}

/** null: the feed is closed. */
function readOpen(feedId: string, text: string): FeedOpening | null {
  const [, state, at = '', by, owner = ''] = PUBLICATION.exec(text) ?? [];
  if (state === 'closed') return null;
  if (by !== 'owner' && by !== 'operator') throw new CorruptRecordError('a public feed is malformed');
  return { feedId, owner, openedBy: by, atSeconds: readInteger(at) };
}

function readShown(text: string | null | undefined): ShownValue | null {
  if (typeof text !== 'string') return null;
  const [, answerId, ms = '', told] = SHOWN.exec(text) ?? [];
  if (answerId === undefined || told === undefined) throw new CorruptRecordError('the latest value of a public feed is malformed');
  return { answerId, answeredAtMs: readInteger(ms), told };
}

type Entry = readonly [id: string, texts: readonly string[]];

function readAnswer([id, texts]: readonly [id: Buffer, texts: readonly Buffer[]]): FeedStoreAnswer {
  return { answeredAtMs: timeOf(id.toString()), answer: decodeBody(readText(readTexts(texts), 1)).result };
}

function readRow([id, texts]: Entry): FeedRow {
  return { atMs: timeOf(id), value: readText(texts, 1) };
}

/** The first part of a stream's id. */
function timeOf(id: string): number {
  return readInteger(id.replace(/-\d+$/, ''));
}

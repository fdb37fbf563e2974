import { MAX_SOURCES } from '@oracle-gateway/protocol';
import { type Static, Type } from '@sinclair/typebox';
import { ApiConfigSchema } from './api-config.js';
import { refusal } from './error-body.js';
import { closed, DecimalValue, hexOf, integer, Quorum } from './fields.js';
import { FlatRoundResult } from './flat-result.js';
import { RoundIdText } from './round-fields.js';
import { CombineSchema, subjectFields } from './subject-members.js';

export const FeedIdText = Type.String({ ...hexOf(32), description: 'feed id, lower-case hex with 0x' });

/** The source of a feed, or the sources of an index. */
export const feedSource = {
  apiConfig: Type.Optional(ApiConfigSchema),
  apiConfigs: subjectFields.apiConfigs,
  combine: Type.Optional(CombineSchema),
} as const;

const publishedSource = {
  feed: Type.Optional(Type.String({ description: 'its name in the catalogue of providers, `provider/feed`' })),
  signaturesRequired: Quorum,
  ...feedSource,
} as const;

/** The source of a public feed, as a gateway keeps it. */
export const PublishedSource = Type.Object(publishedSource, closed);

export type PublishedSource = Static<typeof PublishedSource>;

/** Members that every answer about a public feed has. */
export const publicFeed = {
  feedId: FeedIdText,
  openedBy: Type.Union([Type.Literal('operator'), Type.Literal('owner')]),
  ...publishedSource,
} as const;

/** The latest value, without its signature. */
export const FeedValue = Type.Object(
  {
    roundId: RoundIdText,
    answeredAt: integer('when the gateway answered the round, unix milliseconds'),
    observedAt: integer('stamp of the value, unix milliseconds'),
    value: Type.String({ ...DecimalValue, description: 'the value, a decimal' }),
    signers: Type.Array(integer('node index', { maximum: 63 }), { description: 'the nodes that signed it' }),
  },
  { ...closed, description: 'a value, without its signature' },
);

/** An answer of a public feed, whole: who reads it can verify it. */
export const PublicAnswer = Type.Object(
  {
    ...FeedValue.properties,
    place: Type.Optional(integer('of a value that was bought in a list: its place in `result.data.values`', { maximum: MAX_SOURCES - 1 })),
    result: FlatRoundResult,
  },
  { ...closed, description: 'an answer of the feed, with its signature' },
);

export const feedNotFound = refusal('No such feed is public', ['feed_not_found']);
export const feedsUnavailable = refusal('The outbox cannot be read', ['outbox_unavailable']);

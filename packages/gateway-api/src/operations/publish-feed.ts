import { type Static, Type } from '@sinclair/typebox';
import { bodyTooLarge, internalError, refusal, tooManyRequests } from '../error-body.js';
import { EXAMPLE_FEED, EXAMPLE_PUBLICATION } from '../example-feeds.js';
import { Base58Key, closed, integer, okEnvelope } from '../fields.js';
import { defineOperation } from '../operation.js';
import { FeedIdText, feedSource } from '../public-feed.js';

const FeedAction = Type.Union([Type.Literal('open'), Type.Literal('close')]);

/** Body of `POST /v1/feeds/{feedId}/publication`. */
export const PublishFeedRequest = Type.Object(
  {
    action: FeedAction,
    owner: Type.String({ ...Base58Key, description: 'key in the feed id, which signs' }),
    signaturesRequired: integer('quorum in the feed id', { minimum: 1, maximum: 255 }),
    ...feedSource,
    timestamp: integer('unix seconds, within 60 s; later than the last text'),
    signature: Type.String({
      description:
        'Ed25519 signature, base58 or hex, of `owner` over the text `Oracle Gateway: publish feed <feedId> <action> at <timestamp> through <address of the Gateway account>`',
    }),
  },
  closed,
);

export type PublishFeedRequest = Static<typeof PublishFeedRequest>;

export const PublishFeedAnswer = okEnvelope(
  Type.Object({ feedId: FeedIdText, action: FeedAction, timestamp: integer('unix seconds') }, closed),
);

export const publishFeed = defineOperation({
  name: 'publishFeed',
  method: 'POST',
  path: '/v1/feeds/{feedId}/publication',
  summary: 'Open a feed to every reader, or close it, by the signature of its owner',
  description: 'An open feed shows its source, and each value from then on. It must have had a round within the last hour, and no secrets.',
  tags: ['feeds'],
  security: [],
  pathParameters: { feedId: FeedIdText },
  request: PublishFeedRequest,
  rateLimit: 'reads',
  responses: {
    200: { description: 'The feed is open, or closed', body: PublishFeedAnswer },
    400: refusal('The request is malformed, or its members make another feed id', ['malformed_body', 'invalid_request']),
    401: refusal('The signature does not verify, or its time is too far off', ['publication_invalid']),
    403: refusal('The feed cannot be made public, or too many are', ['publication_refused']),
    404: refusal('Public feeds are not enabled', ['not_found']),
    409: refusal('A later text of the owner was taken before', ['publication_older']),
    413: bodyTooLarge,
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be written', ['outbox_unavailable']),
  },
  examples: {
    path: { feedId: EXAMPLE_FEED.feedId },
    request: EXAMPLE_PUBLICATION,
    answers: {
      200: { status: 'ok', data: { feedId: EXAMPLE_FEED.feedId, action: 'open', timestamp: EXAMPLE_PUBLICATION.timestamp } },
    },
  },
});

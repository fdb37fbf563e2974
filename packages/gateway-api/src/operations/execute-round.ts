import { type Static, Type } from '@sinclair/typebox';
import { bodyTooLarge, internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, integer, nullable, Quorum } from '../fields.js';
import { FlatRoundResult } from '../flat-result.js';
import { exampleIndex, exampleList } from '../example-lists.js';
import { exampleRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { MALFORMED_ROUND, NO_ROUND_NOW, ROUND_FAILED } from '../round-refusals.js';
import { servedRoundLinks } from '../served-round-links.js';
import { roundSubjectFields } from '../subject-members.js';

/** Request body of the subscription path (docs/api.md#post-v1roundexecute). */
export const ExecuteRoundRequest = Type.Object(
  {
    subscriptionOwner: Base58Key,
    consumerAuthority: Base58Key,
    signaturesRequired: Quorum,
    timestamp: integer('canonical round timestamp and replay key, unix seconds'),
    registryVersion: integer('must equal the current registry version'),
    authSig: Type.Optional(nullable('64-byte Ed25519 signature over the RequestAuth hash, base58 or hex; null means absent')),
    authTimestamp: Type.Optional(Type.Unknown({ description: 'accepted and ignored' })),
    ...roundSubjectFields,
  },
  closed,
);

export type ExecuteRoundRequest = Static<typeof ExecuteRoundRequest>;
/** Answer of the subscription path. */
export type ExecuteRoundResult = FlatRoundResult;

export const executeRound = defineOperation({
  name: 'executeRound',
  method: 'POST',
  path: '/v1/round/execute',
  summary: 'Run a subscription-backed signing round',
  tags: ['rounds'],
  security: ['authSig', 'session'],
  request: ExecuteRoundRequest,
  rateLimit: 'rounds',
  responses: {
    200: {
      description: 'The signed round',
      body: FlatRoundResult,
      headers: { 'X-Round-Id': { description: 'the round', isAlwaysSent: true } },
    },
    400: refusal('Validation failure, stale registryVersion or malformed body', [...MALFORMED_ROUND, 'timestamp_out_of_range']),
    401: refusal('authSig missing or invalid', ['auth_sig_missing', 'auth_sig_invalid', 'bearer_invalid']),
    403: refusal('Subscription inactive or exhausted, consumer not authorised, quota committed', [
      'consumer_not_authorised',
      'session_other_party',
      'subscription_missing',
      'subscription_other_gateway',
      'subscription_gateway_changing',
      'subscription_paused',
      'subscription_expired',
      'quorum_above_subscription',
      'subscription_exhausted',
      'quota_committed',
      'delegate_revoked',
      'delegate_expired',
      'quorum_above_delegate',
      'delegate_exhausted',
      'delegate_quota_committed',
    ]),
    409: refusal('Duplicate round identity', ['duplicate_round']),
    413: bodyTooLarge,
    429: tooManyRequests,
    500: internalError,
    503: refusal('Too few nodes, node timeout, upstream failure, or at the concurrency limit (with Retry-After)', [
      ...NO_ROUND_NOW,
      'settlement_funds_low',
      'too_many_lookups',
      'sessions_unavailable',
      ...ROUND_FAILED,
    ]),
  },
  examples: {
    request: exampleRound.request,
    answers: { 200: exampleRound.answer },
    others: {
      list: {
        summary: 'A list: two of three sources must have a value',
        request: exampleList.request,
        answers: { 200: exampleList.answer },
      },
      index: {
        summary: 'An index: one value of three exchanges',
        request: exampleIndex.request,
        answers: { 200: exampleIndex.answer },
      },
    },
  },
  links: {
    ...servedRoundLinks,
    feed: {
      on: [200],
      operation: 'getFeedRounds',
      parameters: { feedId: '$response.body#/data/feedId' },
      description: 'Rounds of the same feed',
    },
    quota: {
      on: [200],
      operation: 'getSubscriptionStatus',
      parameters: { owner: '$request.body#/subscriptionOwner' },
      description: 'What is left of the subscription',
    },
  },
});

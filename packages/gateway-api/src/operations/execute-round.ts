import { type Static, Type } from '@sinclair/typebox';
import { ApiConfigSchema } from '../api-config.js';
import { NullableEncKeyBundle } from '../enc-key-bundle.js';
import { refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, integer } from '../fields.js';
import { FlatRoundResult } from '../flat-result.js';
import { defineOperation } from '../operation.js';

/** Request body of the subscription path (interface §4.1). */
export const ExecuteRoundRequest = Type.Object(
  {
    subscriptionOwner: Base58Key,
    consumerAuthority: Base58Key,
    signaturesRequired: integer('quorum', { minimum: 1, maximum: 255 }),
    timestamp: integer('canonical round timestamp and replay key, unix seconds'),
    registryVersion: integer('must equal the current registry version'),
    authSig: Type.Optional(Type.String({ description: '64-byte Ed25519 signature over the RequestAuth hash, base58 or 0x hex' })),
    authTimestamp: Type.Optional(Type.Unknown({ description: 'accepted and ignored' })),
    apiConfig: ApiConfigSchema,
    encKeyBundle: Type.Optional(NullableEncKeyBundle),
  },
  closed,
);

export type ExecuteRoundRequest = Static<typeof ExecuteRoundRequest>;
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
    200: { description: 'The signed round', body: FlatRoundResult },
    400: refusal('Validation failure, stale registryVersion or malformed body'),
    401: refusal('authSig missing or invalid'),
    403: refusal('Subscription inactive or exhausted, consumer not authorised, quota committed'),
    409: refusal('Duplicate round identity'),
    413: refusal('Body larger than the limit'),
    429: tooManyRequests,
    500: refusal('Internal error'),
    503: refusal('Too few nodes, node timeout, upstream failure, or at the concurrency limit (with Retry-After)'),
  },
});

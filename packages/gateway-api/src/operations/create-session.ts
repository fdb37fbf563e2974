import { type Static, Type } from '@sinclair/typebox';
import { bodyTooLarge, internalError, refusal, tooManyRequests } from '../error-body.js';
import { closed, integer } from '../fields.js';
import { EXAMPLE_GATEWAY, EXAMPLE_PROGRAM, exampleRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { SessionAnswer } from '../session.js';

/** Body of a sign-in (docs/api.md#post-v1session); no body at all is an empty one. */
export const CreateSessionRequest = Type.Object(
  { ttlSeconds: Type.Optional(integer('life of the session, at most sessionMaxTtlSeconds', { minimum: 1 })) },
  closed,
);

export type CreateSessionRequest = Static<typeof CreateSessionRequest>;

export const createSession = defineOperation({
  name: 'createSession',
  method: 'POST',
  path: '/v1/session',
  summary: 'Sign in with a Solana key; the session replaces authSig on the subscription path',
  tags: ['sessions'],
  security: ['signIn'],
  headerParameters: { 'SIGN-IN-WITH-X': Type.String({ description: 'base64 of the JSON of a signed message (CAIP-122); required' }) },
  request: CreateSessionRequest,
  requestIsOptional: true,
  rateLimit: 'sign-ins',
  responses: {
    200: { description: 'The session', body: SessionAnswer },
    400: refusal('Malformed body or sign-in payload', ['invalid_request', 'malformed_body']),
    401: refusal('The sign-in is missing, of no good signature, for another gateway, too old, or used before', [
      'sign_in_missing',
      'sign_in_invalid',
      'sign_in_used',
    ]),
    403: refusal('The key owns no subscription and is no delegate of the one it names', ['sign_in_not_authorised']),
    404: refusal('Sessions are not enabled', ['not_found']),
    413: bodyTooLarge,
    429: tooManyRequests,
    500: internalError,
    503: refusal('The ledger or the session store cannot be read', [
      'sessions_unavailable',
      'ledger_unavailable',
      'too_many_lookups',
      'share_used',
      'at_capacity',
    ]),
  },
  examples: {
    request: { ttlSeconds: 3_600 },
    answers: {
      200: {
        status: 'ok',
        data: {
          token: 'AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA',
          tokenType: 'Bearer',
          sessionId: '6f0d2c1b9a48',
          authority: exampleRound.request.consumerAuthority,
          owner: exampleRound.request.subscriptionOwner,
          role: 'owner',
          gatewayPda: EXAMPLE_GATEWAY,
          programId: EXAMPLE_PROGRAM,
          issuedAt: 1_763_683_200,
          expiresAt: 1_763_686_800,
        },
      },
    },
  },
});

import { type Static, Type } from '@sinclair/typebox';
import { refusal, tooManyRequests } from '../error-body.js';
import { closed, integer } from '../fields.js';
import { defineOperation } from '../operation.js';
import { SessionAnswer } from '../session.js';

/** Body of a sign-in (interface §4.5); no body at all is an empty one. */
export const CreateSessionRequest = Type.Object(
  { ttlSeconds: Type.Optional(integer('life of the session, at most sessionMaxTtlSeconds', { minimum: 60 })) },
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
    400: refusal('Malformed body or sign-in payload'),
    401: refusal('The sign-in is missing, of no good signature, for another gateway, too old, or used before'),
    403: refusal('The key owns no subscription and is no delegate of the one it names'),
    404: refusal('Sessions are not enabled'),
    413: refusal('Body larger than the limit'),
    429: tooManyRequests,
    500: refusal('Internal error'),
    503: refusal('The ledger or the session store cannot be read'),
  },
});

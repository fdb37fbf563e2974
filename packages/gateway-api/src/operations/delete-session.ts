import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { closed } from '../fields.js';
import { defineOperation } from '../operation.js';

export const SignedOutAnswer = Type.Object({ status: Type.Literal('ok') }, closed);

export type SignedOutAnswer = Static<typeof SignedOutAnswer>;

export const deleteSession = defineOperation({
  name: 'deleteSession',
  method: 'DELETE',
  path: '/v1/session',
  summary: 'Sign out: ends the session of the bearer token',
  tags: ['sessions'],
  security: ['session'],
  headerParameters: { Authorization: Type.String({ description: 'Bearer and the token; required' }) },
  rateLimit: 'reads',
  responses: {
    200: { description: 'Signed out', body: SignedOutAnswer },
    401: refusal('No session of this token is open', ['bearer_invalid']),
    404: refusal('Sessions are not enabled', ['not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The session store cannot be read', ['sessions_unavailable']),
  },
  examples: { answers: { 200: { status: 'ok' } } },
});

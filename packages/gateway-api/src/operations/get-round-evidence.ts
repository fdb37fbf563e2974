import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { okEnvelope } from '../fields.js';
import { EXAMPLE_EVIDENCE_ROUND, exampleEvidence } from '../example-evidence.js';
import { defineOperation } from '../operation.js';
import { RoundEvidence } from '../round-evidence.js';
import { RoundIdText, RoundReadAuthorization } from '../round-fields.js';

export const getRoundEvidence = defineOperation({
  name: 'getRoundEvidence',
  method: 'GET',
  path: '/v1/rounds/{roundId}/evidence',
  summary: 'How the value of a round came about: in tolerance mode, and of a list that asked for `evidence`; kept as long as its result',
  tags: ['rounds'],
  security: ['none', 'roundRead', 'session'],
  pathParameters: { roundId: RoundIdText },
  headerParameters: { Authorization: RoundReadAuthorization },
  rateLimit: 'reads',
  responses: {
    200: { description: 'The evidence', body: okEnvelope(RoundEvidence) },
    400: refusal('The round id is malformed', ['invalid_request']),
    401: refusal('The round is private, and there is no `Authorization` of its requester', ['round_private', 'bearer_invalid']),
    404: refusal('No such round is known (any more), or there is no evidence of it', ['round_not_found', 'evidence_not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read', ['outbox_unavailable', 'sessions_unavailable']),
  },
  examples: { path: { roundId: EXAMPLE_EVIDENCE_ROUND }, answers: { 200: { status: 'ok', data: exampleEvidence } } },
  links: {
    round: {
      on: [200],
      operation: 'getRound',
      parameters: { roundId: '$request.path.roundId' },
      description: 'State and result of the round',
    },
  },
});

import { Type } from '@sinclair/typebox';
import { refusal } from '../error-body.js';
import { closed } from '../fields.js';
import { defineOperation } from '../operation.js';

const notes = Type.Array(Type.String({ maxLength: 200 }), {
  maxItems: 8,
  description: 'What an operator has switched off, such as settlement; rounds are served nevertheless',
});

export const getReady = defineOperation({
  name: 'getReady',
  method: 'GET',
  path: '/ready',
  summary: 'Readiness probe: can this gateway serve a round now',
  tags: ['gateway'],
  security: [],
  queryParameters: { for: Type.String({ description: '`traffic`, for load balancers: 503 only where this process alone cannot serve' }) },
  responses: {
    200: { description: 'Ready', body: Type.Object({ status: Type.Literal('ok'), notes: Type.Optional(notes) }, closed) },
    503: refusal('Not ready; `reasons` says why', ['not_ready']),
  },
  examples: {
    answers: { 200: { status: 'ok' }, 503: { error: 'not ready', code: 'not_ready', reasons: ['the gateway is shutting down'] } },
  },
});

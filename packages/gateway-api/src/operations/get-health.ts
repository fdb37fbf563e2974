import { Type } from '@sinclair/typebox';
import { closed } from '../fields.js';
import { defineOperation } from '../operation.js';

export const getHealth = defineOperation({
  name: 'getHealth',
  method: 'GET',
  path: '/health',
  summary: 'Liveness probe',
  tags: ['gateway'],
  security: [],
  responses: { 200: { description: 'The process answers', body: Type.Object({ status: Type.Literal('ok') }, closed) } },
  examples: { answers: { 200: { status: 'ok' } } },
});

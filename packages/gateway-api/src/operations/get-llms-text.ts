import { Type } from '@sinclair/typebox';
import { internalError, tooManyRequests } from '../error-body.js';
import { defineOperation } from '../operation.js';

const caching = {
  ETag: { description: 'names this version of the text, for `If-None-Match`', isAlwaysSent: true },
  'Cache-Control': { description: 'how long the text may be used again without asking', isAlwaysSent: true },
} as const;

export const getLlmsText = defineOperation({
  name: 'getLlmsText',
  method: 'GET',
  path: '/llms.txt',
  summary: 'What a model needs to use this gateway, as llms.txt',
  tags: ['gateway'],
  security: [],
  headerParameters: { 'If-None-Match': Type.String({ description: 'the `ETag` of a version that the caller has' }) },
  rateLimit: 'reads',
  responses: {
    200: {
      description: 'The text, in Markdown',
      body: Type.String({ minLength: 1, description: 'Markdown' }),
      form: 'text',
      headers: caching,
    },
    304: { description: 'The caller has this version', body: Type.Null(), form: 'none', headers: caching },
    429: tooManyRequests,
    500: internalError,
  },
  examples: { answers: { 200: '# Oracle Gateway\n\n> An HTTP gateway in front of oracle nodes.\n' } },
});

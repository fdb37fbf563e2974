import { Type } from '@sinclair/typebox';
import { ifNoneMatch, notModified, sharedCaching } from '../caching.js';
import { internalError, tooManyRequests } from '../error-body.js';
import { defineOperation } from '../operation.js';

export const getLlmsText = defineOperation({
  name: 'getLlmsText',
  method: 'GET',
  path: '/llms.txt',
  summary: 'What a model needs to use this gateway, as llms.txt',
  tags: ['gateway'],
  security: [],
  headerParameters: ifNoneMatch,
  rateLimit: 'reads',
  responses: {
    200: {
      description: 'The text, in Markdown',
      body: Type.String({ minLength: 1, description: 'Markdown' }),
      form: 'text',
      headers: sharedCaching,
    },
    304: notModified,
    429: tooManyRequests,
    500: internalError,
  },
  examples: { answers: { 200: '# Oracle Gateway\n\n> An HTTP gateway in front of oracle nodes.\n' } },
});

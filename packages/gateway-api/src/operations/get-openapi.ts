import { type Static, Type } from '@sinclair/typebox';
import { ifNoneMatch, notModified, sharedCaching } from '../caching.js';
import { internalError, tooManyRequests } from '../error-body.js';
import { defineOperation } from '../operation.js';

const open = { additionalProperties: true } as const;

/** Outline of the document; OpenAPI says the rest. */
export const OpenApiAnswer = Type.Object(
  {
    openapi: Type.Literal('3.1.0'),
    info: Type.Object({ title: Type.String(), version: Type.String() }, open),
    servers: Type.Array(Type.Object({ url: Type.String() }, open)),
    paths: Type.Object({}, open),
    components: Type.Object({}, open),
  },
  { ...open, description: 'an OpenAPI 3.1 document' },
);

export type OpenApiAnswer = Static<typeof OpenApiAnswer>;

export const getOpenApi = defineOperation({
  name: 'getOpenApi',
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document',
  tags: ['gateway'],
  security: [],
  headerParameters: ifNoneMatch,
  rateLimit: 'reads',
  responses: {
    200: { description: 'The document', body: OpenApiAnswer, headers: sharedCaching },
    304: notModified,
    429: tooManyRequests,
    500: internalError,
  },
  examples: {
    answers: {
      200: {
        openapi: '3.1.0',
        info: { title: 'Oracle Gateway', version: '1.0' },
        servers: [{ url: 'https://gateway.example' }],
        paths: {},
        components: {},
      },
    },
  },
});

/** Example of a request body: what facilitators show of the endpoint. */
const BODY = {
  signatures_required: 3,
  registry_version: 1,
  apiConfig: { url: 'https://api.example.com/price', method: 'GET', responseParser: '$.price' },
};

const TEXT = { type: 'string' } as const;

/**
 * The x402 extension `bazaar`: says how the endpoint is called, for facilitators that list what they settle payments for. Small on purpose,
 * since the whole 402 travels in a header too, and comes back in the payment's.
 */
export const bazaarExtension: Readonly<Record<string, unknown>> = {
  info: { input: { type: 'http', method: 'POST', bodyType: 'json', body: BODY }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { ...TEXT, const: 'http' },
          method: { ...TEXT, enum: ['POST'] },
          bodyType: { ...TEXT, enum: ['json'] },
          body: { type: 'object', required: Object.keys(BODY) },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: TEXT }, required: ['type'] },
    },
    required: ['input'],
  },
};

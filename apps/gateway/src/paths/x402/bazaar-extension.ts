import type { ExecuteX402RoundRequest } from '@oracle-gateway/gateway-api';
import type { ApiConfig } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';

/** Source of the example request. */
export const BAZAAR_EXAMPLE: ApiConfig = { url: 'https://api.example.com/price', method: 'GET', responseParser: '$.price' };

const TEXT = { type: 'string' } as const;
const SOURCE = { type: 'object', properties: { url: TEXT, method: TEXT, responseParser: TEXT }, required: ['url', 'method'] } as const;
/** Parts of the request that indexers show; the OpenAPI document has the whole. */
const BODY = { signatures_required: { type: 'integer' }, registry_version: { type: 'integer' }, apiConfig: SOURCE } as const;

/**
 * The x402 extension `bazaar`: says how the endpoint is called, for facilitators and indexers that list what they settle payments for or
 * find. Its example is of the smallest quorum and the current registry version. Small on purpose, since the whole 402 travels in a header
 * too, and comes back in the payment's.
 */
export function bazaarExtension({ minSigners, version }: RegistryAccount): Readonly<Record<string, unknown>> {
  const body: ExecuteX402RoundRequest = { signatures_required: minSigners, registry_version: Number(version), apiConfig: BAZAAR_EXAMPLE };
  return {
    info: { input: { type: 'http', method: 'POST', bodyType: 'json', body }, output: { type: 'json' } },
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
            body: { type: 'object', properties: BODY, required: Object.keys(body) },
          },
          required: ['type', 'method', 'bodyType', 'body'],
          additionalProperties: false,
        },
        output: { type: 'object', properties: { type: TEXT }, required: ['type'] },
      },
      required: ['input'],
    },
  };
}

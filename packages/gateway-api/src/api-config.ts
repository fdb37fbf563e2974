import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import { type Static, Type } from '@sinclair/typebox';
import { closed } from './fields.js';

export const MaxDeviation = Type.Optional(
  Type.String({
    maxLength: 128,
    pattern: '^(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$',
    title: 'a number above 0 in its shortest form, such as "0.5"',
    description: 'a distance from the lower median that is allowed besides, in units of the value',
  }),
);

/** Median tolerance policy (docs/protocol.md#median-of-tolerance-mode). */
export const AggregationSchema = Type.Object(
  {
    mode: Type.Literal('tolerance'),
    rule: Type.Literal('median'),
    maxDeviationBps: Type.Integer({ minimum: 0, maximum: 10_000, description: 'largest deviation from the lower median, basis points' }),
    maxDeviation: MaxDeviation,
    maxAgeMs: Type.Integer({ minimum: 1, maximum: 3_600_000, description: 'largest age of an observation, milliseconds' }),
    numeric: Type.Object({ type: Type.Literal('int256'), decimals: Type.Integer({ minimum: 0, maximum: 36 }) }, closed),
  },
  closed,
);

/**
 * Outline of an ApiConfig (docs/protocol.md#apiconfig). `parseApiConfig` of `@oracle-gateway/protocol` checks what a JSON schema cannot express: header
 * names, the JSONPath fence, transforms. It also names field and rule.
 */
export const ApiConfigSchema = Type.Object(
  {
    url: Type.String({ maxLength: 2_048, description: 'http or https URL of the source' }),
    method: Type.Union(
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => Type.Literal(method)),
      { description: 'hashed into the source id exactly as sent' },
    ),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    body: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 8_192,
        description: 'sent with POST, PUT or PATCH; the header Content-Type says its type',
      }),
    ),
    responseParser: Type.Optional(Type.String({ maxLength: 512, description: 'JSONPath (RFC 9535, fenced)' })),
    valueTransform: Type.Optional(Type.String({ maxLength: 1_024, description: 'steps such as multiply:<n>, joined by |' })),
    aggregation: Type.Optional(AggregationSchema),
    maxBytes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SOURCE_BYTES,
        description: `largest answer, bytes; not ${DEFAULT_SOURCE_BYTES}, the default`,
      }),
    ),
  },
  { ...closed, description: 'off-chain HTTP source; its canonical hash is the source id' },
);

/** Value of {@link ApiConfigSchema}: an `apiConfig` as it is sent. */
export type ApiConfigBody = Static<typeof ApiConfigSchema>;

import { ApiConfigSchema, ErrorBody, FlatRoundResult, type OperationSpec } from '@oracle-gateway/gateway-api';
import { deprecation } from '@oracle-gateway/gateway-api/internal';
import { type Static, Type } from '@sinclair/typebox';

const integer = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const ExecuteVoucherRoundRequest = Type.Object(
  {
    issuer: Type.String(),
    serial: integer,
    /** The issuer's signature over the voucher. */
    signature: Type.String(),
    quorum: integer,
    registryVersion: integer,
    timestamp: integer,
    apiConfig: ApiConfigSchema,
  },
  { additionalProperties: false },
);

export type ExecuteVoucherRoundRequest = Static<typeof ExecuteVoucherRoundRequest>;

function refusal(description: string) {
  return { description, body: ErrorBody };
}

/** The contract of the path. */
export const executeVoucherRound = {
  name: 'executeVoucherRound',
  method: 'POST',
  path: '/v1/voucher/execute',
  summary: 'Run a signing round for a prepaid voucher',
  tags: ['rounds'],
  deprecated: deprecation({ since: '2026-01-01', sunset: '2026-12-31', instead: 'Use a subscription.' }),
  security: [],
  request: ExecuteVoucherRoundRequest,
  rateLimit: 'rounds',
  responses: {
    200: { description: 'The signed round', body: FlatRoundResult },
    400: refusal('Validation failure'),
    401: refusal('The voucher is not signed by its issuer'),
    403: refusal('The issuer has no rounds left'),
    409: refusal('The voucher is used'),
    429: refusal('Too many requests'),
    503: refusal('Too few nodes'),
  },
} as const satisfies OperationSpec;

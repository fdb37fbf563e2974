import { type Static, Type } from '@sinclair/typebox';
import { ErrorBody } from './error-body.js';
import { Base58Key, closed, DecimalU64, integer, Quorum } from './fields.js';

/** One option of `accepts` (docs/api.md#post-v1x402execute); a payment repeats it exactly. */
export const PaymentTerms = Type.Object(
  {
    scheme: Type.Literal('exact'),
    network: Type.String({ description: 'CAIP-2 network id' }),
    amount: Type.String({ ...DecimalU64, description: 'price of the round, atomic units in decimal' }),
    asset: Type.String({ ...Base58Key, description: 'mint of the stablecoin, base58' }),
    payTo: Type.String({ ...Base58Key, description: 'owner of the treasury: the Config account, base58' }),
    maxTimeoutSeconds: integer('suggested time for completing the payment, seconds'),
    extra: Type.Object(
      {
        feePayer: Type.String({ ...Base58Key, description: 'who pays the fee of the transaction, base58' }),
        memo: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'what the payment is for: the memo of its transaction' }),
      },
      closed,
    ),
  },
  closed,
);

/** Price that a paywalled source asks of the caller beside the price of the round: one payment for each eligible node (docs/api.md#paywalled-sources). */
export const UpstreamQuote = Type.Object(
  {
    provider: Type.Optional(Type.String({ description: 'id of the provider whose x402 host the source is on' })),
    resource: Type.String({ description: 'URL of the source' }),
    signaturesRequired: Quorum,
    redundancyBuffer: integer('nodes asked beyond the quorum', { maximum: 255 }),
    nodeCount: integer('nodes of the registry', { maximum: 64 }),
    eligibleSetSize: integer('payments to sign', { minimum: 1, maximum: 64 }),
    supportedX402Versions: Type.Array(Type.Integer()),
    error: Type.Optional(Type.String({ description: 'terms of the source, when it asked for payment without having been declared' })),
  },
  closed,
);

/** Resource that the payment buys. */
export const PaidResource = Type.Object(
  {
    url: Type.String({ description: 'absolute URL of the request' }),
    description: Type.String(),
    mimeType: Type.String(),
  },
  closed,
);

/** Body of the pay-per-request path's 402 (docs/api.md#post-v1x402execute): the fields of an error, and what has to be paid. */
export const PaymentRequired = Type.Object(
  {
    ...ErrorBody.properties,
    x402Version: Type.Literal(2),
    resource: PaidResource,
    accepts: Type.Array(PaymentTerms, { minItems: 1 }),
    extensions: Type.Optional(Type.Object({ upstream: Type.Optional(UpstreamQuote) }, { additionalProperties: true })),
  },
  { additionalProperties: true },
);

export type PaymentRequired = Static<typeof PaymentRequired>;

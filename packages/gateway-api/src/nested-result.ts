import { type Static, Type } from '@sinclair/typebox';
import { AggregationSchema } from './api-config.js';
import { closed, hexOf, integer, Quorum } from './fields.js';
import { ListedSources, RoundValue } from './list-value.js';

const Attestation = Type.Object(
  {
    payload: Type.Object(
      {
        value: Type.String({ ...hexOf(32), description: 'packed value, 32 bytes; unsigned in exact mode, signed in tolerance mode' }),
        sourceId: hexOf(32),
        registryVersion: integer('registry version active at signing'),
        signaturesRequired: Quorum,
        timestamp: integer('round time that the gateway assigned, unix milliseconds'),
        observedAt: integer('stamp: every signing node began to fetch at or after it, unix milliseconds'),
      },
      closed,
    ),
    signature: Type.Object(
      {
        signature: Type.String({ ...hexOf(32), description: 'aggregate Schnorr scalar, 32 bytes' }),
        commitment: Type.String({ ...hexOf(20), description: 'address of the commitment, 20 bytes' }),
        signersBitmap: hexOf(32),
      },
      closed,
    ),
  },
  closed,
);

/** The nested round result of the pay-per-request path (docs/api.md#post-v1x402execute). */
export const NestedRoundResult = Type.Object(
  {
    status: Type.Literal('completed'),
    data: Type.Object(
      {
        attestation: Attestation,
        value: RoundValue,
        fresh: Type.Boolean({ description: 'true in the answer of a live round, false where that answer is repeated; not signed' }),
        configHash: Type.String({ ...hexOf(32), description: 'equal to payload.sourceId' }),
        values: Type.Optional(ListedSources),
        aggregation: Type.Optional(AggregationSchema),
      },
      closed,
    ),
  },
  closed,
);

export type NestedRoundResult = Static<typeof NestedRoundResult>;

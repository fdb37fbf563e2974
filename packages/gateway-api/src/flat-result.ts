import { type Static, Type } from '@sinclair/typebox';
import { closed, hexOf, integer, Quorum } from './fields.js';
import { ListedSources, RoundValue } from './list-value.js';

/** The flat round result of the subscription and agent paths (docs/api.md#post-v1roundexecute). */
export const FlatRoundResult = Type.Object(
  {
    status: Type.Literal('completed'),
    data: Type.Object(
      {
        feedId: hexOf(32),
        value: RoundValue,
        valuePacked: hexOf(32),
        timestamp: integer('canonical round timestamp, unix seconds'),
        observedAt: integer('stamp: every signing node began to fetch at or after it, unix milliseconds'),
        registryVersion: integer('registry version active at signing'),
        signaturesRequired: Quorum,
        configHash: hexOf(32),
        signersBitmap: hexOf(32),
        s: hexOf(32),
        rx: hexOf(32),
        ryParity: integer('parity of the commitment point’s y', { maximum: 1 }),
        commitmentAddr: hexOf(20),
        fresh: Type.Boolean({ description: 'true in the answer of a live round, false where that answer is repeated; not signed' }),
        values: Type.Optional(ListedSources),
      },
      closed,
    ),
  },
  closed,
);

export type FlatRoundResult = Static<typeof FlatRoundResult>;

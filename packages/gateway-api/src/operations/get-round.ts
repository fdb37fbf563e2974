import { type Static, Type } from '@sinclair/typebox';
import { refusal } from '../error-body.js';
import { closed, integer, okEnvelope } from '../fields.js';
import { FlatRoundResult } from '../flat-result.js';
import { defineOperation } from '../operation.js';

/** A round id is the base58 round account address (flat paths) or 16 random bytes (pay-per-request path). */
export const RoundIdText = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{16,44}$', description: 'round id, base58' });

const ROUND_PATHS = ['subscription', 'agent'] as const;

/** How a caller earned a round. */
export type RoundPath = (typeof ROUND_PATHS)[number];

export function isRoundPath(text: string): text is RoundPath {
  return ROUND_PATHS.some((path) => path === text);
}

export const RoundStateText = Type.Union(
  (['reserved', 'pending', 'settled', 'failed', 'expired', 'lapsed'] as const).map((state) => Type.Literal(state)),
);

export const RoundAnswer = okEnvelope(
  Type.Object(
    {
      roundId: RoundIdText,
      path: Type.Union(
        ROUND_PATHS.map((path) => Type.Literal(path)),
        { description: 'how the caller earned it' },
      ),
      state: RoundStateText,
      createdAt: integer('time of the reservation, unix milliseconds'),
      reason: Type.Optional(Type.String({ description: 'why it failed, or why settlement waits or is parked' })),
      settlement: Type.Optional(
        Type.Object(
          {
            signature: Type.Unsafe<string | null>({
              type: ['string', 'null'],
              description: 'transaction signature, base58; null when another transaction than the recorded ones made the receipt',
            }),
            slot: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'slot of the settlement; null when unknown' }),
            final: Type.Boolean({ description: 'the ledger can no longer lose the settlement' }),
          },
          closed,
        ),
      ),
      result: Type.Optional(FlatRoundResult),
    },
    closed,
  ),
);

export type RoundAnswer = Static<typeof RoundAnswer>;

export const getRound = defineOperation({
  name: 'getRound',
  method: 'GET',
  path: '/v1/rounds/{roundId}',
  summary: 'State of a round; its result for one hour',
  pathParameters: { roundId: RoundIdText },
  responses: {
    200: { description: 'The round', body: RoundAnswer },
    400: refusal('The round id is malformed'),
    404: refusal('No such round is known (any more)'),
    500: refusal('Internal error'),
    503: refusal('The outbox cannot be read'),
  },
});

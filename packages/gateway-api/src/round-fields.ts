import { ROUND_STATES } from '@oracle-gateway/protocol';
import { Type } from '@sinclair/typebox';
import { closed } from './fields.js';

/** A round id is the base58 round account address (flat paths) or 16 random bytes (pay-per-request path). */
export const RoundIdText = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{16,44}$', description: 'round id, base58' });

/** The last five are those of the pay-per-request path. */
export const RoundStateText = Type.Union(ROUND_STATES.map((state) => Type.Literal(state)));

/** State of a settled round on the ledger. */
export const RoundSettlement = Type.Object(
  {
    signature: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'transaction signature, base58; null when another transaction than the recorded ones made the receipt',
    }),
    slot: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'slot of the settlement; null when unknown' }),
    final: Type.Boolean({ description: 'the ledger can no longer lose the settlement' }),
  },
  closed,
);

/** Payment of a round on the pay-per-request path. */
export const RoundPaid = Type.Object(
  {
    signature: Type.String({ description: 'signature of the payment’s transaction, base58' }),
    slot: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'slot of the payment; null when unknown' }),
  },
  closed,
);

export const RoundReadAuthorization = Type.String({
  description:
    'needed for the result of a private source: `RoundRead <address>.<unix seconds>.<signature>`, an Ed25519 signature of the requester over the text `Oracle Gateway: read round <roundId> at <unix seconds>`, or `Bearer` and the token of its session',
});

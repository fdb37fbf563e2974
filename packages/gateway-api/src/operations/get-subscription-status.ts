import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, DecimalU64, integer, okEnvelope } from '../fields.js';
import { EXAMPLE_GATEWAY, exampleRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';

function rounds(description: string): typeof DecimalU64 {
  return Type.String({ ...DecimalU64, description });
}

const ExpiresAt = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'last timestamp that it pays for, unix seconds; null where it is absent',
});
const MaxSignatures = integer('largest quorum; 0 where it is absent', { maximum: 255 });

const SubscriptionState = Type.Union(
  (['active', 'absent', 'other_gateway', 'changing_gateway', 'paused', 'expired', 'exhausted'] as const).map((state) =>
    Type.Literal(state),
  ),
  { description: 'why rounds are refused now; `active`: they are not, as far as the ledger says' },
);

const DelegateState = Type.Union(
  (['active', 'absent', 'revoked', 'expired', 'exhausted'] as const).map((state) => Type.Literal(state)),
  { description: 'the same for the delegate alone' },
);

const DelegateStatus = Type.Object(
  {
    consumerAuthority: Base58Key,
    delegate: Type.String({ ...Base58Key, description: 'Delegate account, base58' }),
    state: DelegateState,
    roundsAllowed: rounds('rounds that the owner allows it in all'),
    roundsLeft: rounds('of them not settled yet'),
    committedRounds: rounds('of those left held by rounds under way or not settled'),
    availableRounds: rounds('rounds that it may ask for now: the least of its own and of the subscription'),
    unsettledRounds: integer('its rounds that await their end or their settlement'),
    maxSignatures: MaxSignatures,
    expiresAt: ExpiresAt,
  },
  { ...closed, description: 'present where `consumerAuthority` is asked for and is not the owner' },
);

/** Answer of `GET /v1/subscription/{owner}/status`. */
export const SubscriptionStatusAnswer = okEnvelope(
  Type.Object(
    {
      owner: Base58Key,
      gateway: Type.String({ ...Base58Key, description: 'Gateway account that answers, base58' }),
      subscription: Type.String({ ...Base58Key, description: 'Subscription account of the owner, base58' }),
      state: SubscriptionState,
      roundsLeft: rounds('rounds left on the ledger'),
      committedRounds: rounds('of them held by rounds under way or not settled'),
      availableRounds: rounds('rounds that may be asked for now'),
      unsettledRounds: integer('rounds that await their end or their settlement'),
      minSignatures: integer('smallest quorum, of the registry', { minimum: 1, maximum: 255 }),
      maxSignatures: MaxSignatures,
      expiresAt: ExpiresAt,
      quotedRoundPrice: Type.String({
        ...DecimalU64,
        description: 'what one further round costs when it is bought, at the quorum asked for; atomic units',
      }),
      delegate: Type.Optional(DelegateStatus),
    },
    closed,
  ),
);

export type SubscriptionStatusAnswer = Static<typeof SubscriptionStatusAnswer>;

/** `GET /v1/subscription/{owner}/status` (docs/api.md#get-v1subscriptionownerstatus). */
export const getSubscriptionStatus = defineOperation({
  name: 'getSubscriptionStatus',
  method: 'GET',
  path: '/v1/subscription/{owner}/status',
  summary: 'What is left of a subscription, or of a delegate, and what a further round costs',
  tags: ['subscriptions'],
  security: [],
  pathParameters: { owner: Base58Key },
  queryParameters: {
    consumerAuthority: Type.String({ ...Base58Key, description: 'a delegate of the owner, base58' }),
    signaturesRequired: integer('quorum of the quoted price; left out: the largest of the subscription, or the smallest of the registry', {
      minimum: 1,
      maximum: 255,
    }),
  },
  rateLimit: 'reads',
  responses: {
    200: { description: 'The subscription', body: SubscriptionStatusAnswer },
    400: refusal('The owner or a parameter is malformed', ['invalid_request']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('Ledger or outbox cannot be read, or too many owners are asked for at once (with Retry-After)', [
      'ledger_unavailable',
      'outbox_unavailable',
      'too_many_lookups',
    ]),
  },
  examples: {
    path: { owner: exampleRound.request.subscriptionOwner },
    query: { signaturesRequired: 3 },
    answers: {
      200: {
        status: 'ok',
        data: {
          owner: exampleRound.request.subscriptionOwner,
          gateway: EXAMPLE_GATEWAY,
          subscription: '9VfPZXJxS5Nqo6SkgZcFqH8qBsPVZQc3o4tGuSWeDhkB',
          state: 'active',
          roundsLeft: '998',
          committedRounds: '1',
          availableRounds: '997',
          unsettledRounds: 1,
          minSignatures: 2,
          maxSignatures: 5,
          expiresAt: 1_795_219_200,
          quotedRoundPrice: '3000',
        },
      },
    },
  },
});

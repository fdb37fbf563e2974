import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, DecimalU64, integer } from '../fields.js';
import { exampleAgentTerms } from '../example-payments.js';
import { EXAMPLE_GATEWAY, exampleAgentRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { DEFAULT_QUOTED_SIGNATURES } from '../query-limits.js';

/** Escrow status (docs/api.md#get-v1agentpayerstatus), without an envelope. Amounts are stablecoin atomic units. */
export const AgentStatus = Type.Object(
  {
    payer: Base58Key,
    gateway: Type.String({ ...Base58Key, description: 'Gateway account, base58' }),
    escrow: Type.String({ ...Base58Key, description: 'AgentEscrow account of payer and gateway, base58' }),
    exists: Type.Boolean({ description: 'the AgentEscrow account is on the ledger; it is made by the first settlement or pause' }),
    authority: Type.String({ ...Base58Key, description: 'key that signs requests, base58' }),
    status: Type.Union([Type.Literal('Active'), Type.Literal('Paused')]),
    ataAddress: Type.String({ ...Base58Key, description: 'token account of the escrow, base58' }),
    ataExists: Type.Boolean(),
    ataBalance: Type.String({ ...DecimalU64, description: 'total balance' }),
    committedAmount: Type.String({ ...DecimalU64, description: 'of it reserved by unsettled rounds' }),
    quotedNextPrice: Type.String({ ...DecimalU64, description: 'price of the next round at the quorum asked for' }),
    unsettledRounds: integer('rounds that await settlement'),
  },
  closed,
);

export type AgentStatus = Static<typeof AgentStatus>;

export const getAgentStatus = defineOperation({
  name: 'getAgentStatus',
  method: 'GET',
  path: '/v1/agent/{payer}/status',
  summary: 'What an agent’s escrow holds, and what its next round costs',
  tags: ['agents'],
  security: [],
  pathParameters: { payer: Base58Key },
  queryParameters: {
    signatures_required: integer('quorum of the quoted price', { minimum: 1, maximum: 255, default: DEFAULT_QUOTED_SIGNATURES }),
  },
  rateLimit: 'reads',
  responses: {
    200: { description: 'The escrow', body: AgentStatus },
    400: refusal('The payer or a parameter is malformed', ['invalid_request']),
    404: refusal('The agent path is not enabled', ['not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('Ledger or outbox cannot be read, or too many payers are asked for at once (with Retry-After)', [
      'ledger_unavailable',
      'outbox_unavailable',
      'too_many_lookups',
    ]),
  },
  examples: {
    path: { payer: exampleAgentRound.request.payer },
    query: { signatures_required: 3 },
    answers: {
      200: {
        payer: exampleAgentRound.request.payer,
        gateway: EXAMPLE_GATEWAY,
        escrow: exampleAgentRound.escrow,
        exists: true,
        authority: exampleAgentRound.request.payer,
        status: 'Active',
        ataAddress: exampleAgentTerms.accepts[0].payTo,
        ataExists: true,
        ataBalance: '1000000',
        committedAmount: '2500',
        quotedNextPrice: '2500',
        unsettledRounds: 1,
      },
    },
  },
});

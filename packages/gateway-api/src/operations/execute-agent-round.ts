import { type Static, Type } from '@sinclair/typebox';
import { AgentPaymentRequired } from '../agent-payment-required.js';
import { ApiConfigSchema } from '../api-config.js';
import { NullableEncKeyBundle } from '../enc-key-bundle.js';
import { refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, integer } from '../fields.js';
import { FlatRoundResult } from '../flat-result.js';
import { defineOperation } from '../operation.js';

/** Request body of the agent path (interface §4.3). */
export const ExecuteAgentRoundRequest = Type.Object(
  {
    payer: Base58Key,
    canonical_timestamp: integer('canonical round timestamp and replay key, unix seconds'),
    signatures_required: integer('quorum', { minimum: 1, maximum: 255 }),
    amount: integer('price of the round, stablecoin atomic units; must equal the current price'),
    registry_version: integer('must equal the current registry version'),
    agent_request_auth_sig: Type.Optional(
      Type.String({
        description: '64-byte Ed25519 signature of the payer over the AgentRequestAuth hash, base58 or 0x hex; left out to learn the terms',
      }),
    ),
    apiConfig: ApiConfigSchema,
    encKeyBundle: Type.Optional(NullableEncKeyBundle),
  },
  closed,
);

export type ExecuteAgentRoundRequest = Static<typeof ExecuteAgentRoundRequest>;
export type ExecuteAgentRoundResult = FlatRoundResult;

export const executeAgentRound = defineOperation({
  name: 'executeAgentRound',
  method: 'POST',
  path: '/v1/agent/execute',
  summary: 'Run a signing round that an agent pays from its escrow',
  tags: ['rounds', 'agents'],
  security: ['agentRequestAuthSig', 'none'],
  request: ExecuteAgentRoundRequest,
  rateLimit: 'rounds',
  responses: {
    200: { description: 'The signed round', body: FlatRoundResult },
    400: refusal('Validation failure, amount that is not the price, stale registry_version or timestamp'),
    401: refusal('agent_request_auth_sig missing on a funded request, or invalid'),
    402: { description: 'Token account of the escrow underfunded or missing; says what to pay and where', body: AgentPaymentRequired },
    403: refusal('Escrow paused, of another authority or gateway, or frozen'),
    404: refusal('The agent path is not enabled'),
    409: refusal('Duplicate canonical_timestamp for this feed'),
    413: refusal('Body larger than the limit'),
    429: tooManyRequests,
    500: refusal('Internal error'),
    503: refusal('Too few nodes, node timeout, upstream failure, or at a limit (with Retry-After)'),
  },
});

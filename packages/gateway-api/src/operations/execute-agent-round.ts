import { type Static, Type } from '@sinclair/typebox';
import { AgentPaymentRequired } from '../agent-payment-required.js';
import { bodyTooLarge, internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, integer, nullable, Quorum } from '../fields.js';
import { FlatRoundResult } from '../flat-result.js';
import { exampleAgentTerms } from '../example-payments.js';
import { exampleAgentRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { MALFORMED_ROUND, NO_ROUND_NOW, ROUND_FAILED } from '../round-refusals.js';
import { servedRoundLinks } from '../served-round-links.js';
import { roundSubjectFields } from '../subject-members.js';

/** Request body of the agent path (docs/api.md#post-v1agentexecute). */
export const ExecuteAgentRoundRequest = Type.Object(
  {
    payer: Base58Key,
    canonical_timestamp: integer('canonical round timestamp and replay key, unix seconds'),
    signatures_required: Quorum,
    amount: integer('price of the round, stablecoin atomic units; must equal the current price'),
    registry_version: integer('must equal the current registry version'),
    agent_request_auth_sig: Type.Optional(
      nullable('64-byte Ed25519 signature of the payer over the AgentRequestAuth hash, base58 or hex; left out or null to learn the terms'),
    ),
    ...roundSubjectFields,
  },
  closed,
);

export type ExecuteAgentRoundRequest = Static<typeof ExecuteAgentRoundRequest>;
/** Answer of the agent path. */
export type ExecuteAgentRoundResult = FlatRoundResult;

export const executeAgentRound = defineOperation({
  name: 'executeAgentRound',
  method: 'POST',
  path: '/v1/agent/execute',
  summary: 'Run a signing round that an agent pays from its escrow',
  tags: ['rounds'],
  security: ['agentRequestAuthSig', 'none'],
  request: ExecuteAgentRoundRequest,
  rateLimit: 'rounds',
  responses: {
    200: {
      description: 'The signed round',
      body: FlatRoundResult,
      headers: { 'X-Round-Id': { description: 'the round', isAlwaysSent: true } },
    },
    400: refusal('Validation failure, amount that is not the price, stale registry_version or timestamp', [
      ...MALFORMED_ROUND,
      'timestamp_out_of_range',
      'amount_mismatch',
      'not_enabled',
    ]),
    401: refusal('agent_request_auth_sig missing on a funded request, or invalid', [
      'agent_request_auth_sig_missing',
      'agent_request_auth_sig_invalid',
    ]),
    402: {
      description: 'Token account of the escrow underfunded or missing; says what to pay and where',
      body: AgentPaymentRequired,
      codes: ['escrow_underfunded'],
    },
    403: refusal('Escrow paused, of another authority or gateway, or frozen', [
      'escrow_other_authority',
      'escrow_other_gateway',
      'escrow_paused',
      'escrow_frozen',
    ]),
    404: refusal('The agent path is not enabled', ['not_found']),
    409: refusal('Duplicate canonical_timestamp for this feed', ['duplicate_round']),
    413: bodyTooLarge,
    429: tooManyRequests,
    500: internalError,
    503: refusal('Too few nodes, node timeout, upstream failure, or at a limit (with Retry-After)', [
      ...NO_ROUND_NOW,
      'settlement_funds_low',
      'too_many_lookups',
      ...ROUND_FAILED,
    ]),
  },
  examples: { request: exampleAgentRound.request, answers: { 200: exampleAgentRound.answer, 402: exampleAgentTerms } },
  links: {
    ...servedRoundLinks,
    escrow: {
      on: [200, 402, 403],
      operation: 'getAgentStatus',
      parameters: { payer: '$request.body#/payer' },
      description: 'What the escrow holds',
    },
    feed: {
      on: [200],
      operation: 'getFeedRounds',
      parameters: { feedId: '$response.body#/data/feedId' },
      description: 'Rounds of the same feed',
    },
  },
});

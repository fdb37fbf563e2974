import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser } from './body-parser.js';
import { closed, oneOf } from './fields.js';

/** Every refusal of a node: its code, its HTTP status, and what it means. An error cannot be added without a status. */
export const nodeErrors = {
  invalid_request: { status: 400, meaning: 'the body does not fit the contract; `error` names the field and the rule' },
  not_enabled: { status: 400, meaning: 'the request needs a feature this node does not have' },
  quorum_out_of_range: {
    status: 400,
    meaning: 'signaturesRequired lies outside min_signers..active nodes, or the eligible set is too large for it',
  },
  signers_mismatch: { status: 400, meaning: 'the signers do not form a valid session with this node in it' },
  observations_mismatch: {
    status: 400,
    meaning: 'the set of observations is missing, out of place, or not one that this node signs over; `error` names the rule',
  },
  secrets_malformed: {
    status: 400,
    meaning:
      'the sealed secrets are not of the form of the protocol, lack one that the source asks for, or make a header that is not legal',
  },
  unauthorized: { status: 401, meaning: 'the request is not signed by a gateway that is registered and active' },
  forbidden_source: {
    status: 403,
    meaning: 'the source does not resolve to public addresses only, or is to be paid without https, and is not on the allow-list',
  },
  secrets_expired: { status: 403, meaning: 'the sealed secrets are past their `notAfter`, or made for more than 30 days' },
  secrets_other_owner: { status: 403, meaning: 'the sealed secrets serve another requester' },
  not_found: { status: 404, meaning: 'no such operation' },
  session_unknown: { status: 404, meaning: 'no open session of this id belongs to this gateway' },
  method_not_allowed: { status: 405, meaning: 'the operation has another method' },
  stale_registry: { status: 409, meaning: 'registryVersion is neither the current one nor one that was replaced within ten minutes' },
  clock_skew: { status: 409, meaning: 'the timestamp lies too far from the clock of the node' },
  not_eligible: { status: 409, meaning: 'this node is not in the eligible set, or the set names an index that holds no key' },
  envelope_undecryptable: {
    status: 409,
    meaning: 'the envelope is not sealed for this node, a key it still keeps, and this source',
  },
  session_known: { status: 409, meaning: 'this session was observed before; it serves once' },
  nonce_spent: { status: 409, meaning: 'the nonce pair of this attempt is gone; a sign call takes it whatever becomes of the call' },
  value_mismatch: { status: 409, meaning: 'the value is not the one this node observed, or not what the rule gives' },
  already_signed: { status: 409, meaning: 'another value was signed for this feed and time' },
  payload_too_large: { status: 413, meaning: 'the body is larger than the limit' },
  share_used: { status: 429, meaning: 'this requester has used its share of what the node has for all of them; ask again later' },
  internal: { status: 500, meaning: 'an unexpected failure; nothing about it is told' },
  upstream_failure: { status: 502, meaning: 'the source gave no usable value; `step` says where, `upstreamStatus` what it answered' },
  too_many_commitments: { status: 503, meaning: 'this gateway has as many nonce commitments unused as it may; use some' },
  too_many_sessions: { status: 503, meaning: 'this gateway has too many sessions open; release some' },
  overloaded: { status: 503, meaning: 'the node serves as many requests as it may at once' },
  not_ready: { status: 503, meaning: 'the node cannot sign now; GET /health says why' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type NodeErrorCode = keyof typeof nodeErrors;

const codes = Object.keys(nodeErrors).filter((code): code is NodeErrorCode => code in nodeErrors);

export const SOURCE_STEPS = ['fetch', 'select', 'transform', 'pack'] as const;

/** The step of protocol §2 at which a source failed. */
export type SourceStep = (typeof SOURCE_STEPS)[number];

/** Bytes of what a source that asks for payment is quoted with. */
export const MAX_TERMS_BYTES = 1_024;

/**
 * The body of every refusal. `step`, `upstreamStatus` and `terms` come with `upstream_failure` only. `terms` are the source's own words, of a
 * 402: the JSON object of its header or body, or a line that says why there is none.
 */
export const NodeErrorBody = closed({
  error: Type.String({ maxLength: 1024 }),
  code: oneOf(codes),
  step: Type.Optional(oneOf(SOURCE_STEPS)),
  upstreamStatus: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, title: 'an HTTP status' })),
  terms: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TERMS_BYTES })),
});
export type NodeErrorBody = Static<typeof NodeErrorBody>;

/** Throws ContractError. */
export const parseNodeErrorBody = createBodyParser(NodeErrorBody);

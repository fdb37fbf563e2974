import { SELECTION_ERROR_REASONS, MAX_SOURCES } from '@oracle-gateway/protocol';
import { STEP_RULES } from '@oracle-gateway/protocol/internal';
import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser } from './body-parser.js';
import { closedObject, oneOfValues } from './fields.js';
import { MAX_ERROR_CHARS, MAX_TERMS_BYTES } from './body-limits.js';

/**
 * Every refusal of a node: its code, its HTTP status, and the text of its answer where the refusal names no field of its own. An error
 * cannot be added without a status.
 */
export const nodeErrors = {
  invalid_request: { status: 400, meaning: 'the body breaks the contract; `error` names field and rule' },
  not_enabled: { status: 400, meaning: 'the request needs a feature that this node does not have' },
  quorum_out_of_range: {
    status: 400,
    meaning: 'signaturesRequired: must be from min_signers to the active nodes, and eligible must not exceed it by more than the buffer',
  },
  signers_mismatch: { status: 400, meaning: 'signers: must form a valid session that includes this node' },
  observations_mismatch: {
    status: 400,
    meaning: 'observationSet: is missing, not allowed in exact mode, or not a set that this node signs over; `error` names the rule',
  },
  secrets_malformed: {
    status: 400,
    meaning:
      'sealed: must have the form of the protocol, hold every secret that the source asks for, and make a legal url, legal headers and a body of at most 16 KiB',
  },
  unauthorized: { status: 401, meaning: 'the request must be signed by a gateway that is registered and active' },
  forbidden_source: {
    status: 403,
    meaning:
      'apiConfig.url: must resolve to public addresses only, be https where the source is paid, and have port 80 or 443 where a body goes there, unless the node allow-lists it',
  },
  secrets_expired: { status: 403, meaning: 'sealed: `notAfter` must lie ahead, by at most 30 days; seal the secrets again' },
  secrets_other_owner: { status: 403, meaning: 'sealed: the secrets serve another requester' },
  not_found: { status: 404, meaning: 'the path names no operation' },
  session_unknown: { status: 404, meaning: 'sessionId: this gateway has no open session of this id' },
  method_not_allowed: { status: 405, meaning: 'the operation has another method' },
  stale_registry: {
    status: 409,
    meaning: 'registryVersion: must be the current version, or one that was replaced within ten minutes; read the registry again',
  },
  clock_skew: {
    status: 409,
    meaning: 'timestampMs or observedAtMs lies too far from the clock of the node, when it is asked or when it has the value',
  },
  not_eligible: { status: 409, meaning: 'eligible: must include this node, and only indices that hold a key' },
  envelope_undecryptable: {
    status: 409,
    meaning: 'sealed.envelope: must be sealed for this node, for a key that it still keeps, and for this source',
  },
  session_known: { status: 409, meaning: 'this session was observed before; choose another gatewayNonce' },
  nonce_spent: { status: 409, meaning: 'the nonce pair of this attempt is used up; a sign call uses it even where the call is refused' },
  value_mismatch: { status: 409, meaning: 'value: must be the one that this node observed, or the one that the rule gives' },
  snapshot_mismatch: {
    status: 409,
    meaning: 'message: must be that of the registry snapshot that this node reads on the ledger; read the registry again',
  },
  already_signed: { status: 409, meaning: 'signedAtSeconds: another snapshot of these signers was signed at that time or later' },
  payload_too_large: { status: 413, meaning: 'the body exceeds the limit' },
  share_used: { status: 429, meaning: 'this requester has used its share of the node, so its source was not asked; ask again later' },
  internal: { status: 500, meaning: 'unexpected failure; the log of the node has the cause' },
  upstream_failure: {
    status: 502,
    meaning: 'the source gave no usable value; `step` names the step that failed, `upstreamStatus` the status of the source',
  },
  too_many_commitments: { status: 503, meaning: 'this gateway holds the maximum of unused nonce commitments; use some first' },
  too_many_sessions: { status: 503, meaning: 'this gateway has the maximum of sessions open; release some first' },
  overloaded: { status: 503, meaning: 'the node is at its limit of requests; ask again later' },
  not_ready: { status: 503, meaning: 'the node cannot sign now; GET /health lists the reasons' },
} as const satisfies Record<string, { status: number; meaning: string }>;

/** Code of a node's refusal. */
export type NodeErrorCode = keyof typeof nodeErrors;

export const nodeErrorCodes = Object.keys(nodeErrors).filter((code): code is NodeErrorCode => code in nodeErrors);

/** The steps from a source to a value, in their order. */
export const SOURCE_STEPS = ['fetch', 'select', 'transform', 'pack'] as const;

/** The step of docs/protocol.md#selection at which a source failed. */
export type SourceStep = (typeof SOURCE_STEPS)[number];

/**
 * The rules of a fetch. Names and addresses have one, `unreachable`, which says nothing of what a name resolves to. An answer with a status of
 * failure has none: its status says it.
 */
const FETCH_RULES = [
  'content_coding',
  'cut_off',
  'empty',
  'no_body',
  'no_declared_end',
  'not_http',
  'part_of_a_body',
  'redirected',
  'timed_out',
  'too_large',
  'too_large_here',
  'too_many_redirects',
  'too_old',
  'unreachable',
] as const;

/** Rules of docs/protocol.md#selection that the answer of a source can break, and the one of an index that its sources can break. */
export const SOURCE_RULES = [
  ...FETCH_RULES,
  ...SELECTION_ERROR_REASONS,
  ...STEP_RULES,
  'negative',
  'out_of_range',
  'too_few_sources',
] as const;
/** A rule that the answer of a source can break. */
export type SourceRule = (typeof SOURCE_RULES)[number];

/** A rule of {@link SOURCE_RULES}, or of another version: a program that has no words for it tells the step alone. */
export const RuleName = Type.String({ pattern: '^[a-z0-9_]{1,40}$', title: 'a rule: 1 to 40 of a-z, 0-9 and _' });

/** Characters of a `responseParser` or a `valueTransform`, at most. */
const MAX_MATCHED_CHARS = 1_024;

/** HTTP status of a source. */
export const UpstreamStatus = Type.Integer({ minimum: 100, maximum: 599, title: 'an HTTP status' });

/**
 * The body of every refusal. `step`, `upstreamStatus` and `terms` come with `upstream_failure` only. `terms` quotes the 402 answer of the
 * source: the JSON object of its header or body, or a line that says why it is missing. `rule` names what the answer of the source breaks.
 * `matched` is the beginning of `responseParser` that the answer matches, or of `valueTransform` up to the step that failed. `place` is that of
 * the source, of several.
 */
export const NodeErrorBody = closedObject({
  error: Type.String({ maxLength: MAX_ERROR_CHARS }),
  code: oneOfValues(nodeErrorCodes),
  step: Type.Optional(oneOfValues(SOURCE_STEPS)),
  upstreamStatus: Type.Optional(UpstreamStatus),
  rule: Type.Optional(RuleName),
  matched: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_MATCHED_CHARS })),
  place: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SOURCES - 1, title: `a place, 0..${MAX_SOURCES - 1}` })),
  terms: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TERMS_BYTES })),
});
export type NodeErrorBody = Static<typeof NodeErrorBody>;

/** Throws ContractError. */
export const parseNodeErrorBody = createBodyParser(NodeErrorBody);

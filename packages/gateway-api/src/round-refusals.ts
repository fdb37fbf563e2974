import type { ErrorCode } from './error-fates.js';

/** A request for a round that cannot be judged, on every path. */
export const MALFORMED_ROUND = [
  'invalid_request',
  'malformed_body',
  'source_not_public',
  'quorum_out_of_range',
  'stale_registry_version',
] as const satisfies readonly ErrorCode[];

/** Why no round is begun now, on every path. */
export const NO_ROUND_NOW = [
  'share_used',
  'at_capacity',
  'shutting_down',
  'ledger_unavailable',
  'gateway_inactive',
  'too_few_nodes',
  'sponsored_calls_spent',
  'outbox_volatile',
  'outbox_unavailable',
] as const satisfies readonly ErrorCode[];

/** Why a round that was begun has no value, on every path. */
export const ROUND_FAILED = [
  'upstream_failure',
  'no_quorum_value',
  'node_share_used',
  'node_failure',
  'node_timeout',
  'signing_failed',
  'envelope_undecryptable',
  'secrets_refused',
  'reservation_ended',
  'interrupted',
] as const satisfies readonly ErrorCode[];

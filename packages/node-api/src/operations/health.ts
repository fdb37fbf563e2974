import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser } from '../body-parser.js';
import { closed, hexBytes, NodeIndex, oneOf, SafeInteger } from '../fields.js';

/** Reasons why a node cannot sign; stable, for monitoring. */
export const UNREADY_REASONS = ['ledger_view_missing', 'ledger_view_too_old', 'own_key_not_registered'] as const;
export type UnreadyReason = (typeof UNREADY_REASONS)[number];

/** `status` is `ok` (HTTP 200) exactly when `reasons` is empty, else `unready` (HTTP 503). No credential is needed. */
export const HealthResponse = closed({
  status: oneOf(['ok', 'unready']),
  reasons: Type.Array(oneOf(UNREADY_REASONS), { maxItems: UNREADY_REASONS.length }),
  index: NodeIndex,
  publicKey: hexBytes(64),
  registryVersion: Type.Union([SafeInteger, Type.Null()], { title: 'a non-negative integer or null' }),
});
export type HealthResponse = Static<typeof HealthResponse>;

export const health = { name: 'health', method: 'GET', path: '/health', response: HealthResponse } as const;

/** Throws ContractError. */
export const parseHealthResponse = createBodyParser(HealthResponse);

import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser } from '../body-parser.js';
import { closedObject, hexBytes, NodeIndex, oneOfValues, SafeInteger } from '../fields.js';

/** Reasons why a node cannot sign; stable, for monitoring. */
export const UNREADY_REASONS = ['ledger_view_missing', 'ledger_view_too_old', 'own_key_not_registered'] as const;
/** Why a node cannot sign. */
export type UnreadyReason = (typeof UNREADY_REASONS)[number];

/** Revisions of the node API that this version serves: its own, and the one before it if there is one (docs/protocol.md). */
export const NODE_API_VERSIONS = [1] as const;

/** `status` is `ok` (HTTP 200) exactly when `reasons` is empty, else `unready` (HTTP 503). No credential is needed. */
export const HealthResponse = closedObject({
  status: oneOfValues(['ok', 'unready']),
  reasons: Type.Array(oneOfValues(UNREADY_REASONS), { maxItems: UNREADY_REASONS.length }),
  index: NodeIndex,
  publicKey: hexBytes(64),
  registryVersion: Type.Union([SafeInteger, Type.Null()], { title: 'a non-negative integer or null' }),
  /** Revisions of the node API that the node serves, ascending. A node from before this member does not state them: it serves revision 1. */
  apiVersions: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 2 })),
  /** Steps and members of sources up to this level are read by the node. */
  sourceLanguageLevel: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Bytes of the largest answer of a source that the node reads. */
  maxBodyBytes: Type.Optional(Type.Integer({ minimum: DEFAULT_SOURCE_BYTES, maximum: MAX_SOURCE_BYTES })),
  /** Version of the program. */
  version: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});
export type HealthResponse = Static<typeof HealthResponse>;

/** `GET /health` of a node: whether it can sign, without a signature of the caller. */
export const health = { name: 'health', method: 'GET', path: '/health', response: HealthResponse } as const;

/** Throws ContractError. */
export const parseHealthResponse = createBodyParser(HealthResponse);

const parseRoom = createBodyParser(Type.Pick(HealthResponse, ['maxBodyBytes'], { additionalProperties: true }));

/** Bytes of the largest answer of a source that a node reads, by its health. Other members may be those of any version. Throws ContractError. */
export function readMaxBodyBytes(plain: unknown): number {
  return parseRoom(plain).maxBodyBytes ?? DEFAULT_SOURCE_BYTES;
}

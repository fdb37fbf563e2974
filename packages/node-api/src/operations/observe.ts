import { MAX_NODES } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser, requireAscendingIndices } from '../body-parser.js';
import { ObservationSignatureHex, ObservedValuesHex } from '../observation.js';
import { AddressText, closedObject, hexBytes, NodeIndex, PointHex, SafeInteger } from '../fields.js';
import { indexOf, NonceCommitmentHex, SignersHex } from '../nonce-commitment.js';
import { SourcePayment } from '../source-payment.js';
import { SUBJECT_MEMBERS, withSubject } from '../subject.js';

/**
 * Step 1 of a signing session (docs/protocol.md#signing-session). The node fetches each source of the subject once. It answers with its observation, and with nonce commitments
 * or a partial signature.
 *
 * - `timestampMs` is the time of the request: whole seconds where the feed has an owner.
 * - `observedAtMs` is the stamp of the session, by the gateway's clock: the node fetches at or after it, by its own clock.
 * - `sourcePayment` is the payment of this node alone, for a single source. The session's identity does not depend on it.
 * - `signers`, for a single source in exact mode only, asks for a partial signature in the same answer. Each signer comes with a commitment that it gave in
 *   advance; this node is one of them.
 */
export const ObserveRequest = closedObject({
  requester: AddressText,
  feedOwner: AddressText,
  ...SUBJECT_MEMBERS,
  signaturesRequired: Type.Integer({ minimum: 1, maximum: MAX_NODES, title: `an integer from 1 to ${MAX_NODES}` }),
  registryVersion: SafeInteger,
  timestampMs: SafeInteger,
  observedAtMs: SafeInteger,
  eligible: Type.Array(NodeIndex, { minItems: 1, maxItems: MAX_NODES, title: `1..${MAX_NODES} node indices` }),
  gatewayNonce: hexBytes(16),
  sourcePayment: Type.Optional(SourcePayment),
  signers: Type.Optional(SignersHex),
});
export type ObserveRequest = Static<typeof ObserveRequest>;

/**
 * The observation of one node. Each value is packed in the mode of its source. A list may lack some of them, but not all. `signature` is the
 * observer's over its observation; a single source in exact mode has none. `partial` and `groupCommitment` are as in the answer to sign,
 * over the one value. They come when the request listed `signers` and the node still had the pair of its commitment; otherwise `nonces` comes.
 */
export const ObserveResponse = closedObject({
  sessionId: hexBytes(32),
  index: NodeIndex,
  values: ObservedValuesHex,
  signature: Type.Optional(ObservationSignatureHex),
  partial: Type.Optional(hexBytes(32)),
  groupCommitment: Type.Optional(PointHex),
  nonces: Type.Optional(Type.Tuple([NonceCommitmentHex, NonceCommitmentHex], { title: 'two nonce commitments, one per signing attempt' })),
});
export type ObserveResponse = Static<typeof ObserveResponse>;

export const observe = {
  name: 'observe',
  method: 'POST',
  path: '/v1/observe',
  request: ObserveRequest,
  response: ObserveResponse,
} as const;

const parseShape = createBodyParser(ObserveRequest, ({ eligible, signers }) => {
  requireAscendingIndices('eligible', eligible);
  requireAscendingIndices('signers', (signers ?? []).map(indexOf));
});

/** The request with its subject. Throws ContractError. */
export function parseObserveRequest(plain: unknown): ObserveRequest & { readonly subject: Subject } {
  return withSubject(parseShape(plain));
}

/** Throws ContractError. */
export const parseObserveResponse = createBodyParser(ObserveResponse);

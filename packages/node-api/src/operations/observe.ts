import { MAX_NODES } from '@oracle-gateway/protocol';
import { Type, type Static } from '@sinclair/typebox';
import { ApiConfigMember, withApiConfig } from '../api-config.js';
import { createBodyParser, requireAscendingIndices } from '../body-parser.js';
import { ObservationSignatureHex } from '../observation.js';
import { SealedSecretsHex } from '../sealed.js';
import { AddressText, closedObject, hexBytes, NodeIndex, PointHex, SafeInteger } from '../fields.js';
import { indexOf, NonceCommitmentHex, SignersHex } from '../nonce-commitment.js';
import { SourcePayment } from '../source-payment.js';

/**
 * Step 1 of a signing session (protocol §4). The node fetches the source once. It answers with its observation, and with nonce commitments
 * or a partial signature.
 *
 * - `timestampMs` is the time of the request: whole seconds where the feed has an owner.
 * - `observedAtMs` is the stamp of the session, by the gateway's clock: the node fetches at or after it, by its own clock.
 * - `sourcePayment` is the payment of this node alone. The session's identity does not depend on it.
 * - `sealed` accompanies a source whose headers hold `{{secret.<name>}}` placeholders, and no other.
 * - `signers`, in exact mode only, asks for a partial signature in the same answer. Each signer comes with a commitment that it gave in
 *   advance; this node is one of them.
 */
export const ObserveRequest = closedObject({
  requester: AddressText,
  feedOwner: AddressText,
  apiConfig: ApiConfigMember,
  signaturesRequired: Type.Integer({ minimum: 1, maximum: MAX_NODES, title: `an integer from 1 to ${MAX_NODES}` }),
  registryVersion: SafeInteger,
  timestampMs: SafeInteger,
  observedAtMs: SafeInteger,
  eligible: Type.Array(NodeIndex, { minItems: 1, maxItems: MAX_NODES, title: `1..${MAX_NODES} node indices` }),
  gatewayNonce: hexBytes(16),
  sourcePayment: Type.Optional(SourcePayment),
  sealed: Type.Optional(SealedSecretsHex),
  signers: Type.Optional(SignersHex),
});
export type ObserveRequest = Static<typeof ObserveRequest>;

/**
 * The observation of one node. `value` is packed in the mode of the ApiConfig. `signature` is the observer's over its observation, in
 * tolerance mode only. `partial` and `groupCommitment` are as in the answer to sign, over `value`. They come when the request listed
 * `signers` and the node still had the pair of its commitment; otherwise `nonces` comes.
 */
export const ObserveResponse = closedObject({
  sessionId: hexBytes(32),
  index: NodeIndex,
  value: hexBytes(32),
  receivedAtMs: SafeInteger,
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

/** The request with its ApiConfig fully validated (protocol §1). Throws ContractError. */
export function parseObserveRequest(plain: unknown): ObserveRequest {
  return withApiConfig(parseShape(plain));
}

/** Throws ContractError. */
export const parseObserveResponse = createBodyParser(ObserveResponse);

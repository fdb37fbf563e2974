import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser } from '../body-parser.js';
import { MAX_COMMITMENTS } from '../body-limits.js';
import { closedObject, hexBytes, SafeInteger } from '../fields.js';
import { NonceCommitmentHex } from '../nonce-commitment.js';

/**
 * Asks for nonce commitments of later sessions. A node answers with value and partial signature in one exchange where an observe request
 * lists such a commitment. `gatewayNonce` is random, fresh for each call.
 *
 * `publicKey` names the key that will sign: an earlier one of the node, which signs registry snapshots alone. Without it, the present one.
 */
export const CommitRequest = closedObject({
  count: Type.Integer({ minimum: 1, maximum: MAX_COMMITMENTS, title: `an integer from 1 to ${MAX_COMMITMENTS}` }),
  gatewayNonce: hexBytes(16),
  publicKey: Type.Optional(hexBytes(64)),
});
export type CommitRequest = Static<typeof CommitRequest>;

/**
 * A batch of at most `count` commitments, each good for one session of this gateway within `lifeMs` milliseconds. `bootId` identifies the
 * process of the node: a new process has none of the commitments of an earlier one.
 */
export const CommitResponse = closedObject({
  bootId: hexBytes(16),
  lifeMs: SafeInteger,
  nonces: Type.Array(NonceCommitmentHex, { minItems: 1, maxItems: MAX_COMMITMENTS, title: `1..${MAX_COMMITMENTS} nonce commitments` }),
});
export type CommitResponse = Static<typeof CommitResponse>;

export const commit = {
  name: 'commit',
  method: 'POST',
  path: '/v1/commit',
  request: CommitRequest,
  response: CommitResponse,
} as const;

/** Throws ContractError. */
export const parseCommitRequest = createBodyParser(CommitRequest);

/** Throws ContractError. */
export const parseCommitResponse = createBodyParser(CommitResponse);

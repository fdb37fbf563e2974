import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser, requireAscendingIndices } from '../body-parser.js';
import { closedObject, hexBytes, oneOfValues, PointHex } from '../fields.js';
import { indexOf, SignersHex } from '../nonce-commitment.js';
import { ObservationSetHex } from '../observation.js';

/**
 * Step 3 of a signing session (docs/protocol.md#signing-session): asks for the node's partial signature over the decided value.
 *
 * - `signers` are exactly `signaturesRequired` nodes, ascending, each with its nonce commitments of this attempt. They come from its
 *   observation, or from its stock given in advance where the observation came with a partial signature.
 * - `observationSet` holds the observations that the value was computed from. A single source in exact mode has none.
 */
export const SignRequest = closedObject({
  sessionId: hexBytes(32),
  attempt: oneOfValues([0, 1]),
  value: hexBytes(32),
  signers: SignersHex,
  observationSet: Type.Optional(ObservationSetHex),
});
export type SignRequest = Static<typeof SignRequest>;

/** `groupCommitment` is R, the sum of all nonces that the partial signature was made for. A gateway that gets one R from all signers need not compute it. */
export const SignResponse = closedObject({ partial: hexBytes(32), groupCommitment: PointHex });
export type SignResponse = Static<typeof SignResponse>;

export const sign = { name: 'sign', method: 'POST', path: '/v1/sign', request: SignRequest, response: SignResponse } as const;

/** Throws ContractError. */
export const parseSignRequest = createBodyParser(SignRequest, ({ signers, observationSet }) => {
  requireAscendingIndices('signers', signers.map(indexOf));
  requireAscendingIndices('observationSet.observations', (observationSet?.observations ?? []).map(indexOf));
});

/** Throws ContractError. */
export const parseSignResponse = createBodyParser(SignResponse);

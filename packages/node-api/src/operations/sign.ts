import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser, requireAscending } from '../body-parser.js';
import { closed, hexBytes, oneOf, PointHex } from '../fields.js';
import { indexOf, SignersHex } from '../nonce-commitment.js';
import { ObservationSetHex } from '../observation.js';

/**
 * Step 3 of a signing session (protocol §4): the node's partial signature over the fixed value.
 * `signers` are exactly `signaturesRequired` nodes, ascending, each with the commitments of this attempt: of its observation, or where that
 * came with a partial signature one that it gave in advance. `observationSet` is what the value was computed from, in tolerance mode and in no other.
 */
export const SignRequest = closed({
  sessionId: hexBytes(32),
  attempt: oneOf([0, 1]),
  value: hexBytes(32),
  signers: SignersHex,
  observationSet: Type.Optional(ObservationSetHex),
});
export type SignRequest = Static<typeof SignRequest>;

/** `groupCommitment` is the sum R of all nonces that the partial signature was made for: one that is alike for all signers needs no second computation. */
export const SignResponse = closed({ partial: hexBytes(32), groupCommitment: PointHex });
export type SignResponse = Static<typeof SignResponse>;

export const sign = { name: 'sign', method: 'POST', path: '/v1/sign', request: SignRequest, response: SignResponse } as const;

/** Throws ContractError. */
export const parseSignRequest = createBodyParser(SignRequest, ({ signers, observationSet }) => {
  requireAscending('signers', signers.map(indexOf));
  requireAscending('observationSet.observations', (observationSet?.observations ?? []).map(indexOf));
});

/** Throws ContractError. */
export const parseSignResponse = createBodyParser(SignResponse);

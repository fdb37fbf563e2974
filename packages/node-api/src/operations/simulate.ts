import type { Subject } from '@oracle-gateway/protocol/internal';
import type { Static } from '@sinclair/typebox';
import { createBodyParser } from '../body-parser.js';
import { AddressText, closedObject, NodeIndex } from '../fields.js';
import { ObservedValuesHex } from '../observation.js';
import { SUBJECT_MEMBERS, withSubject } from '../subject.js';

/**
 * A dry run: the node fetches each source as in `observe`, and answers with what it saw. It opens no session, gives no nonces, signs nothing
 * and remembers nothing.
 */
export const SimulateRequest = closedObject({ requester: AddressText, ...SUBJECT_MEMBERS });
export type SimulateRequest = Static<typeof SimulateRequest>;

/** The values are as in `observe`. */
export const SimulateResponse = closedObject({ index: NodeIndex, values: ObservedValuesHex });
export type SimulateResponse = Static<typeof SimulateResponse>;

export const simulate = {
  name: 'simulate',
  method: 'POST',
  path: '/v1/simulate',
  request: SimulateRequest,
  response: SimulateResponse,
} as const;

const parseShape = createBodyParser(SimulateRequest);

/** The request with its subject. Throws ContractError. */
export function parseSimulateRequest(plain: unknown): SimulateRequest & { readonly subject: Subject } {
  return withSubject(parseShape(plain));
}

/** Throws ContractError. */
export const parseSimulateResponse = createBodyParser(SimulateResponse);

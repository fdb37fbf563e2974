import { type Static, Type } from '@sinclair/typebox';
import { createBodyParser } from '../body-parser.js';
import { AddressText, closedObject, hexBytes, NodeIndex, SafeInteger } from '../fields.js';
import { ApiConfigMember, withApiConfig } from '../api-config.js';
import { SealedSecretsHex } from '../sealed.js';

/**
 * A dry run: the node fetches the source as in `observe`, and answers with what it saw. It opens no session, gives no nonces, signs nothing
 * and remembers nothing. `sealed` is as in `observe`.
 */
export const SimulateRequest = closedObject({
  requester: AddressText,
  apiConfig: ApiConfigMember,
  sealed: Type.Optional(SealedSecretsHex),
});
export type SimulateRequest = Static<typeof SimulateRequest>;

/** `value` is packed in the mode of the ApiConfig. */
export const SimulateResponse = closedObject({ index: NodeIndex, value: hexBytes(32), receivedAtMs: SafeInteger });
export type SimulateResponse = Static<typeof SimulateResponse>;

export const simulate = {
  name: 'simulate',
  method: 'POST',
  path: '/v1/simulate',
  request: SimulateRequest,
  response: SimulateResponse,
} as const;

const parseShape = createBodyParser(SimulateRequest);

/** The request with its ApiConfig fully validated (protocol §1). Throws ContractError. */
export function parseSimulateRequest(plain: unknown): SimulateRequest {
  return withApiConfig(parseShape(plain));
}

/** Throws ContractError. */
export const parseSimulateResponse = createBodyParser(SimulateResponse);

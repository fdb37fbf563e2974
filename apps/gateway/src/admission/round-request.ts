import { ContractError, type ExecuteRoundRequest, parseExecuteRoundRequest } from '@oracle-gateway/gateway-api';
import { type AllowedSources, literalAddressAllowed, SourceAddressError } from '@oracle-gateway/node-api';
import {
  type Address,
  AddressError,
  type ApiConfig,
  ApiConfigError,
  JsonError,
  parseAddress,
  parseApiConfig,
  readRequestJson,
  secretNames,
  type UnixSeconds,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { GatewayError } from '../errors.js';

/** Largest request body (protocol §10). */
export const MAX_REQUEST_BYTES = 64 * 1024;
const MAX_DEPTH = 16;

/** A request of the subscription path in the protocol's own types. */
export interface RoundRequest {
  readonly subscriptionOwner: Address;
  readonly consumerAuthority: Address;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
  readonly registryVersion: number;
  readonly authSig: string | undefined;
  readonly apiConfig: ApiConfig;
}

/** Reads and validates a body as far as it can be judged by itself. Throws a 400 {@link GatewayError} naming field and rule. */
export function readRoundRequest(body: Uint8Array, allowedSources: AllowedSources): RoundRequest {
  const request = parseWire(parseJson(body));
  if (request.encKeyBundle !== undefined && request.encKeyBundle !== null) {
    throw new GatewayError('not_enabled', { detail: 'encKeyBundle: private sources are not enabled on this gateway' });
  }
  const apiConfig = readApiConfig(request.apiConfig);
  if (secretNames(apiConfig).length > 0) {
    throw new GatewayError('not_enabled', { detail: 'apiConfig.headers: {{secret.<name>}} placeholders are not enabled on this gateway' });
  }
  requireReachableSource(apiConfig, allowedSources);
  return {
    subscriptionOwner: readAddress(request.subscriptionOwner, 'subscriptionOwner'),
    consumerAuthority: readAddress(request.consumerAuthority, 'consumerAuthority'),
    signaturesRequired: request.signaturesRequired,
    timestampSeconds: unixSeconds(request.timestamp),
    registryVersion: request.registryVersion,
    authSig: request.authSig,
    apiConfig,
  };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return readRequestJson(body, { maxBytes: MAX_REQUEST_BYTES, maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof JsonError) throw new GatewayError('malformed_body', { detail: error.message });
    throw error;
  }
}

function parseWire(plain: unknown): ExecuteRoundRequest {
  try {
    return parseExecuteRoundRequest(plain);
  } catch (error) {
    if (error instanceof ContractError) throw new GatewayError('invalid_request', { detail: error.message });
    throw error;
  }
}

function readApiConfig(plain: unknown): ApiConfig {
  try {
    return parseApiConfig(plain);
  } catch (error) {
    if (error instanceof ApiConfigError) throw new GatewayError('invalid_request', { detail: error.message });
    throw error;
  }
}

/** Only a literal address is judged here; what a name resolves to is judged by the node that connects. */
function requireReachableSource({ url }: ApiConfig, allowedSources: AllowedSources): void {
  try {
    if (literalAddressAllowed(url, allowedSources)) return;
  } catch (error) {
    if (error instanceof SourceAddressError) throw new GatewayError('invalid_request', { detail: `apiConfig.url: ${error.message}` });
    throw error;
  }
  throw new GatewayError('source_not_public', { detail: 'apiConfig.url: the host must be a public address' });
}

function readAddress(text: string, field: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof AddressError) throw new GatewayError('invalid_request', { detail: `${field}: ${error.rule}` });
    throw error;
  }
}

import { ContractError } from '@oracle-gateway/gateway-api/parsers';
import {
  type Address,
  AddressError,
  JsonError,
  parseAddress,
  readRequestJson,
  parseSignature,
  SignatureFormatError,
} from '@oracle-gateway/protocol';
import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import { GatewayError } from '../errors/gateway-error.js';

/** Largest request body (docs/api.md#bodies), payments to a source aside. */
export const MAX_REQUEST_BYTES = 64 * 1024;
const MAX_DEPTH = 16;
/** Members of a request whose hash is the source id. */
const HASHED_MEMBERS = ['apiConfig', 'apiConfigs', 'combine'] as const;

/** The JSON of a request, as `parse` of the contract takes it. Throws a 400 {@link GatewayError} naming field and rule. */
export function readRequestBody<T>(
  body: Uint8Array,
  parse: (plain: unknown) => T,
  { maxBytes }: { readonly maxBytes: number } = { maxBytes: MAX_REQUEST_BYTES },
): T {
  try {
    return parse(readRequestJson(body, { maxBytes, maxDepth: MAX_DEPTH, hashedMembers: HASHED_MEMBERS }));
  } catch (error) {
    if (error instanceof JsonError) throw new GatewayError('malformed_body', { detail: error.message });
    if (error instanceof ContractError) throw new GatewayError('invalid_request', { detail: error.message });
    throw error;
  }
}

/** A key or account that a request names. Throws a 400 {@link GatewayError}. */
export function readAddress(text: string, field: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof AddressError) throw new GatewayError('invalid_request', { detail: `${field}: ${error.rule}` });
    throw error;
  }
}

/** 64 bytes of a signature sent as base58 or 0x hex. Throws `refusal` for another form, and for all zero. */
export function readRequestSignature(text: string, refusal: ErrorCode): Uint8Array {
  try {
    const signature = parseSignature(text);
    if (signature.some((byte) => byte !== 0)) return signature;
  } catch (error) {
    if (error instanceof SignatureFormatError) throw new GatewayError(refusal, { detail: error.message });
    throw error;
  }
  throw new GatewayError(refusal, { detail: 'the signature must not be all zero' });
}

import type { SignInPayload } from '@oracle-gateway/gateway-api';
import { ContractError, parseSignInPayload } from '@oracle-gateway/gateway-api/parsers';
import { JsonError, readRequestJson } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors/gateway-error.js';

/** Characters of the header: an honest one has about 600. */
const MAX_HEADER_CHARS = 4_096;

/** Throws a 400 {@link GatewayError} naming member and rule, and `sign_in_missing` without a header. */
export function readSignInPayload(header: string | undefined): SignInPayload {
  if (header === undefined) throw new GatewayError('sign_in_missing');
  if (header.length > MAX_HEADER_CHARS) throw invalid(`must have at most ${MAX_HEADER_CHARS} characters`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) throw invalid('must be base64');
  try {
    return parseSignInPayload(readRequestJson(Buffer.from(header, 'base64'), { maxBytes: MAX_HEADER_CHARS, maxDepth: 2 }));
  } catch (error) {
    if (error instanceof JsonError) throw invalid('must be base64 of one JSON object');
    if (error instanceof ContractError) throw invalid(error.message);
    throw error;
  }
}

function invalid(detail: string): GatewayError {
  return new GatewayError('invalid_request', { detail: `SIGN-IN-WITH-X: ${detail}` });
}

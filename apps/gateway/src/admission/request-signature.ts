import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import { parseSignature, SignatureFormatError } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors/gateway-error.js';

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

import type { JsonOutput } from './json-output.js';

/** Codes of JSON-RPC and of Agave's `rpc-custom-error.rs`. */
export const RPC_ERROR_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const;

/** An answer with an `error` member. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(
    code: keyof typeof RPC_ERROR_CODES,
    message: string,
    readonly data?: JsonOutput,
  ) {
    super(message);
    this.code = RPC_ERROR_CODES[code];
  }
}

export function invalidParam(rule: string): RpcError {
  return new RpcError('invalidParams', `Invalid param: ${rule}`);
}

import type { TransactionRefusal } from './refusal.js';

/**
 * The RPC server gave no usable answer: unreachable, timed out, refused the call, or answered with something malformed.
 * For a broadcast this means that the outcome is unknown. The message never holds the server's URL, which may carry an access key.
 */
export class LedgerUnavailableError extends Error {
  override readonly name: string = 'LedgerUnavailableError';
  /** JSON-RPC method that failed. */
  readonly method: string;

  constructor(method: string, reason: string, options?: ErrorOptions) {
    super(`ledger ${method}: ${reason}`, options);
    this.method = method;
  }
}

/** The RPC server answered with a JSON-RPC error object. `data` is as sent, unchecked. */
export class RpcRefusalError extends LedgerUnavailableError {
  override readonly name: string = 'RpcRefusalError';
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, code: number, text: string, data: unknown) {
    super(method, `the server refused with code ${code}: ${text}`);
    this.code = code;
    this.data = data;
  }
}

/** The program has no Config account, or no registry version yet. */
export class ProtocolNotInitialisedError extends Error {
  override readonly name: string = 'ProtocolNotInitialisedError';
  readonly missing: 'config' | 'registry';

  constructor(missing: 'config' | 'registry') {
    super(`the protocol is not initialised: no ${missing} account`);
    this.missing = missing;
  }
}

/** The server's preflight refused the transaction: nothing was sent. */
export class BroadcastRefusedError extends Error {
  override readonly name: string = 'BroadcastRefusedError';
  readonly refusal: TransactionRefusal;

  constructor(refusal: TransactionRefusal, description: string) {
    super(`transaction refused before it was sent: ${description}`);
    this.refusal = refusal;
  }
}

/** The instructions do not fit into one transaction. */
export class TransactionTooLargeError extends Error {
  override readonly name: string = 'TransactionTooLargeError';
  readonly byteLength: number;

  constructor(byteLength: number, maxBytes: number) {
    super(`transaction of ${byteLength} bytes, at most ${maxBytes} fit`);
    this.byteLength = byteLength;
  }
}

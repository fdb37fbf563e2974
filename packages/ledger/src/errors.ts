import type { TransactionRefusal } from './refusal.js';

/** What a call that failed may have done: nothing for certain (it never reached the ledger, or was turned away), or nobody knows. */
export type CallEffect = 'none' | 'unknown';

/**
 * The RPC server gave no usable answer: unreachable, timed out, refused the call, or answered with something malformed.
 * The message never holds the server's URL, which may carry an access key, nor its words: callers and records may be told it.
 */
export class LedgerUnavailableError extends Error {
  override readonly name: string = 'LedgerUnavailableError';
  /** JSON-RPC method that failed. */
  readonly method: string;
  /** Of a broadcast: `none` says that nothing left. */
  readonly effect: CallEffect;
  /** What the server said, for a log or a terminal of the operator alone; null when it said nothing. */
  readonly words: string | null;

  constructor(method: string, reason: string, options: LedgerErrorOptions = {}) {
    super(`ledger ${method}: ${reason}`, options);
    this.method = method;
    this.effect = options.effect ?? 'unknown';
    this.words = options.words ?? null;
  }

  /** The message and the server's words. */
  get messageForOperator(): string {
    return this.words === null ? this.message : `${this.message}: ${this.words}`;
  }
}

export interface LedgerErrorOptions extends ErrorOptions {
  readonly effect?: CallEffect;
  readonly words?: string;
}

/** The RPC server wants fewer calls, or none for now: HTTP 429, or JSON-RPC code -32005 (a limit, or a node that lags behind). */
export class LedgerBusyError extends LedgerUnavailableError {
  override readonly name: string = 'LedgerBusyError';
  /** What the server asked for (`Retry-After`); null when it named no time. */
  readonly retryAfterMs: number | null;

  constructor(method: string, reason: string, retryAfterMs: number | null, options: Pick<LedgerErrorOptions, 'words'> = {}) {
    super(method, reason, { ...options, effect: 'none' });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The RPC server answered with a JSON-RPC error object. `data` is as sent, unchecked. */
export class RpcRefusalError extends LedgerUnavailableError {
  override readonly name: string = 'RpcRefusalError';
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, code: number, words: string, data: unknown) {
    super(method, `the server refused with code ${code}`, { effect: TURNED_AWAY.has(code) ? 'none' : 'unknown', words });
    this.code = code;
    this.data = data;
  }
}

/**
 * JSON-RPC codes with which a server turns a call away before it acts on it: JSON-RPC 2.0's own of a bad request, and Agave's of a failed
 * preflight or signature and of a bank that is behind (rpc-client-api, custom_error.rs).
 */
const TURNED_AWAY: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602, -32_002, -32_003, -32_006, -32_016]);

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

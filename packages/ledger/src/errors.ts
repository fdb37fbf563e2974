import type { TransactionRefusal } from './refusal.js';

/** Effect of a failed call. `none`: it did not reach the ledger, or the server turned it away. `unknown`: it may have taken effect. */
export type CallEffect = 'none' | 'unknown';

/**
 * The RPC server gave no usable answer: it was unreachable, timed out, refused the call, or sent a malformed answer.
 * The message may reach callers and records. It holds neither the server's URL, which may carry an access key, nor the server's words.
 */
export class LedgerUnavailableError extends Error {
  override readonly name: string = 'LedgerUnavailableError';
  /** JSON-RPC method that failed. */
  readonly method: string;
  /** `none` for a broadcast: no byte was sent. */
  readonly effect: CallEffect;
  /** The server's own words, for the operator's log or terminal only; null without words. */
  readonly words: string | null;

  constructor(method: string, reason: string, options: LedgerErrorOptions = {}) {
    super(`ledger ${method}: ${reason}`, options);
    this.method = method;
    this.effect = options.effect ?? 'unknown';
    this.words = options.words ?? null;
  }

  /** The message, then the server's words. */
  get messageForOperator(): string {
    return this.words === null ? this.message : `${this.message}: ${this.words}`;
  }
}

export interface LedgerErrorOptions extends ErrorOptions {
  readonly effect?: CallEffect;
  readonly words?: string;
}

/** The RPC server asks for fewer calls: HTTP 429, or JSON-RPC code -32005 (a limit, or a node that lags behind). */
export class LedgerBusyError extends LedgerUnavailableError {
  override readonly name: string = 'LedgerBusyError';
  /** Pause that the server asked for (`Retry-After`); null without one. */
  readonly retryAfterMs: number | null;

  constructor(method: string, reason: string, retryAfterMs: number | null, options: Pick<LedgerErrorOptions, 'words'> = {}) {
    super(method, reason, { ...options, effect: 'none' });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The RPC server answered with a JSON-RPC error object. `data` is unchecked. */
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
 * JSON-RPC codes of a call that the server did not execute. JSON-RPC 2.0 has the ones for a bad request. Agave has the ones for a failed
 * preflight, a bad signature and a bank that is behind (rpc-client-api, custom_error.rs).
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

/** Preflight refused the transaction. The server did not send it. */
export class BroadcastRefusedError extends Error {
  override readonly name: string = 'BroadcastRefusedError';
  readonly refusal: TransactionRefusal;

  constructor(refusal: TransactionRefusal, description: string) {
    super(`transaction refused before it was sent: ${description}`);
    this.refusal = refusal;
  }
}

/** The instructions do not fit in one transaction. */
export class TransactionTooLargeError extends Error {
  override readonly name: string = 'TransactionTooLargeError';
  readonly byteLength: number;

  constructor(byteLength: number, maxBytes: number) {
    super(`transaction: has ${byteLength} bytes, must have at most ${maxBytes}; split the instructions`);
    this.byteLength = byteLength;
  }
}

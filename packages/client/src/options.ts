import type { Account } from './account.js';
import type { RetryPolicy } from './retry-policy.js';

/** Where the truth is read: the program and its network are the caller's own knowledge, never the gateway's word. */
export interface LedgerOptions {
  /** JSON-RPC of a Solana server that the caller trusts. */
  readonly rpcUrl: string;
  /** The oracle program, base58. */
  readonly programId: string;
  /** CAIP-2 id of the network, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  readonly network: string;
}

export interface ClientOptions {
  /** Base URL of the gateway. */
  readonly gateway: string;
  /** Whom to trust. Without it, only what a gateway tells can be read: `round`, `watch`, `simulate` and `verify` throw `ClientUsageError`. */
  readonly ledger?: LedgerOptions;
  /** Who asks, and how it pays. Without one, `round` and `watch` throw `ClientUsageError`; everything else works. */
  readonly account?: Account;
  /** `globalThis.fetch` unless set; asks the gateway and the ledger. */
  readonly fetch?: typeof globalThis.fetch;
  /** Unix milliseconds; `Date.now` unless set. A clock that is wrong is corrected by the ledger's. */
  readonly clock?: () => number;
  /** Uniform in [0, 1); `Math.random` unless set. Spreads retries and seconds; no secret depends on it. */
  readonly random?: () => number;
  readonly retry?: Partial<RetryPolicy>;
  /** Milliseconds for one answer of the gateway or the ledger; 40,000 unless set, which is longer than a round takes. */
  readonly timeoutMs?: number;
}

export const DEFAULT_TIMEOUT_MS = 40_000;

import type { RetryPolicy } from './base/retry-policy.js';
import type { OnDeprecated } from './http/deprecation-notice.js';
import type { LedgerOptions } from './ledger/deployment.js';
import type { Account } from './rounds/account.js';

/** The gateway, the ledger to trust, and the account that pays. */
export interface ClientOptions {
  /** Base URL of the gateway. */
  readonly gateway: string;
  /** Whom to trust. Without it, only what a gateway tells can be read: `round`, `watch`, `simulate` and `verify` throw `ClientUsageError`. */
  readonly ledger?: LedgerOptions;
  /** The account that asks and pays. Without one, `round` and `watch` throw `ClientUsageError`; everything else works. */
  readonly account?: Account;
  /** `globalThis.fetch` unless set; asks the gateway and the ledger. */
  readonly fetch?: typeof globalThis.fetch;
  /** Unix milliseconds; `Date.now` unless set. A clock that is wrong is corrected by the ledger's. */
  readonly clock?: () => number;
  /** Uniform in [0, 1); `Math.random` unless set. Spreads retries and seconds; no secret depends on it. */
  readonly random?: () => number;
  /**
   * Hears of each answer of an operation that the gateway has deprecated: another version of the client is needed before it ends. The
   * gateway's word; an error that it throws is thrown by the call.
   */
  readonly onDeprecated?: OnDeprecated;
  readonly retry?: Partial<RetryPolicy>;
  /** Milliseconds for one answer of the gateway or the ledger; 40,000 unless set, which is longer than a round takes. */
  readonly timeoutMs?: number;
}

import type { Basket } from './basket.js';
import type { HeldValue } from './decide.js';
import type { Bought } from './feed-client.js';
import type { KeptFeed } from './kept-feed.js';

/** Outcome of the transactions that bring an answer to its feeds. */
export type SubmitOutcome =
  /** Signatures by the places of the basket; null where the feed has a value that is as new, or gets none. */
  | { readonly kind: 'brought'; readonly signatures: readonly (string | null)[] }
  /** The program will never accept this attestation. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The feed accounts. All throw LedgerUnavailableError while the ledger does not answer. */
export interface FeedLedger {
  /** Null where the feed has no value yet. */
  read(feed: KeptFeed): Promise<HeldValue | null>;
  /** Number of nodes that a gateway asks for a round of this quorum, at most. */
  askedNodes(quorum: number): Promise<number>;
  /**
   * Waits until the transactions have landed and reads the feeds, or throws: some may have landed then. The same answer may be brought any
   * number of times.
   */
  submit(basket: Basket, bought: Bought, signal: AbortSignal): Promise<SubmitOutcome>;
}

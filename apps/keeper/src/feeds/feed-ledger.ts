import type { StatedRound } from '@oracle-gateway/client';
import type { HeldValue } from './decide.js';
import type { KeptFeed } from './kept-feed.js';

/** Outcome of a transaction that brings a value to its feed. */
export type SubmitOutcome =
  | { readonly kind: 'written'; readonly signature: string }
  /** The feed has a value that is as new: another party was first. */
  | { readonly kind: 'not-newer' }
  /** The program will never accept this attestation. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The feed accounts. Both throw LedgerUnavailableError while the ledger does not answer. */
export interface FeedLedger {
  /** Null where the feed has no value yet. */
  read(feed: KeptFeed): Promise<HeldValue | null>;
  /** Waits until the transaction has landed and reads the feed, or throws. The same attestation may be brought any number of times. */
  submit(feed: KeptFeed, attestation: StatedRound, signal: AbortSignal): Promise<SubmitOutcome>;
}

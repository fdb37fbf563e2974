import type { Basket } from './basket.js';
import type { HeldValue } from './decide.js';
import type { Bought } from './feed-client.js';
import type { KeptFeed } from './kept-feed.js';

/** Outcome of the transactions that bring an answer to its feeds on one target. */
export type SubmitOutcome =
  /** Signatures by the places of the basket; null where the feed has a value that is as new, or gets none. */
  | { readonly kind: 'brought'; readonly signatures: readonly (string | null)[] }
  /** The target will never accept this attestation. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Hears when a target lapses unless it is kept alive, unix seconds: before anything is done, which may fail. */
export type LapseListener = (lapsesAtSeconds: number) => void;

/** State of a target after its upkeep. */
export interface Upkeep {
  /** When it takes no value any more unless it is kept alive, unix seconds. */
  readonly lapsesAtSeconds: number;
  /** Registry version that it holds, and whose nodes name the next one. */
  readonly heldVersion: bigint;
}

/** A place where feeds are kept: a program or a contract. No code of this room knows its kind. */
export interface Target {
  /** The operator's name of it. */
  readonly name: string;
  /** Null where the feed has no value yet. Throws TargetUnavailableError while the target does not answer. */
  read(feed: KeptFeed): Promise<HeldValue | null>;
  /** Transactions that the key can pay for, each at the highest fee. Throws TargetUnavailableError. */
  payerWrites(): Promise<number>;
  /** Keeps the target alive beside values, each minute; absent where nothing has to. Throws TargetUnavailableError. */
  readonly upkeep?: (signal: AbortSignal, onLapse?: LapseListener) => Promise<Upkeep>;
  /**
   * Waits until the transactions have landed and reads the feeds, or throws: some may have landed then. The same answer may be brought any
   * number of times. A place without a feed gets nothing.
   */
  submit(basket: Basket, bought: Bought, signal: AbortSignal): Promise<SubmitOutcome>;
}

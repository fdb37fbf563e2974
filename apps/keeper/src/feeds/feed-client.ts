import type { StatedRound } from '@oracle-gateway/client';
import type { Subject } from '@oracle-gateway/protocol/internal';

/** The value of one feed in an answer, or the reason of its absence. */
export type BoughtValue =
  /** Decimal text, and the 32 bytes that were signed. */
  { readonly value: string; readonly packed: Uint8Array } | { readonly value: null; readonly reason: string };

/** A verified answer, with the signed members that a transaction brings to the ledger. */
export interface Bought {
  /** Answer as the gateway gave it: it is verified again where it was kept. */
  readonly answer: unknown;
  /** One for each feed, in the order of the subject: a source and an index have one. */
  readonly values: readonly BoughtValue[];
  readonly attestation: StatedRound;
}

export interface BuyInput {
  /** Idempotency key of an earlier purchase, to continue it. */
  readonly resume: string | null;
  /** Keeps the idempotency key of the round before it can be charged. */
  readonly onIdempotencyKey: (key: string) => Promise<void>;
  /** Hears each amount before it can be charged, in the unit of the account. */
  readonly take: (amount: bigint) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The number that a round would sign, packed, or why it would sign none. */
export type Seen = { readonly value: bigint } | { readonly value: null; readonly reason: string };

/** Gateways as the account of one feed calls them, for this feed or for a list of several. Errors are those of the client. */
export interface FeedClient {
  /** Number of other gateways that the account may ask. */
  readonly others: number;
  /** A dry run: what a round would sign, for each feed in the order of the subject. */
  dryRun(subject: Subject, signal: AbortSignal): Promise<readonly Seen[]>;
  /** One round, verified. */
  buy(subject: Subject, input: BuyInput): Promise<Bought>;
  /** An answer that was kept, verified again. */
  verify(subject: Subject, answer: unknown, signal: AbortSignal): Promise<Bought>;
}

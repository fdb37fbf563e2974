import type { StatedRound } from '@oracle-gateway/client';

/** A verified answer, with the signed members that a transaction brings to the ledger. */
export interface Bought {
  /** Answer as the gateway gave it: it is verified again where it was kept. */
  readonly answer: unknown;
  /** Decimal text. */
  readonly value: string;
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

/** A gateway as one feed calls it. Errors are those of the client. */
export interface FeedClient {
  /** A dry run: what a round would sign, packed; null where it would sign nothing. */
  dryRun(signal: AbortSignal): Promise<{ readonly value: bigint } | { readonly value: null; readonly reason: string }>;
  /** One round, verified. */
  buy(input: BuyInput): Promise<Bought>;
  /** An answer that was kept, verified again. */
  verify(answer: unknown, signal: AbortSignal): Promise<Bought>;
}

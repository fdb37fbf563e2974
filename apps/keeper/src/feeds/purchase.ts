import { GatewayError, VerificationError } from '@oracle-gateway/client';
import type { FeedState, FeedStates } from '../state/feed-states.js';
import type { Bought, FeedClient } from './feed-client.js';
import type { KeptFeed } from './kept-feed.js';
import { ClaimLostError, DailyLimitError, PurchaseForgottenError } from './check-errors.js';

/** Milliseconds for which a gateway keeps the result of a round, less the duration of a check. */
const FORGOTTEN_AFTER_MS = 3_300_000;
/** An answer that does not verify may do so once the RPC server has caught up. */
const MAX_UNVERIFIED = 3;

/** A purchase of one claim: what its idempotency key and its answer are kept under. */
export interface Purchase {
  /** Goes on with the open purchase, or begins one. */
  buy(signal: AbortSignal): Promise<Bought>;
  /** Whether nothing is left to go on with after this failure. */
  isOverAfter(error: unknown): boolean;
  /** Amount that was counted for this purchase and is not charged, as far as the failure tells. */
  givesBackAfter(error: unknown): bigint;
}

export function createPurchase(
  deps: { readonly states: FeedStates; readonly client: FeedClient; readonly nowMs: () => number },
  { feed, token, claimed }: { readonly feed: KeptFeed; readonly token: string; readonly claimed: FeedState },
): Purchase {
  const { states, client, nowMs } = deps;
  let { idempotencyKey } = claimed;
  let total = 0n;
  /** The latest of the amounts that were counted: that of the request that was sent last. */
  let last = 0n;

  /** Refuses before anything is sent under a claim that is another keeper's by now. */
  async function onIdempotencyKey(key: string): Promise<void> {
    if (!(await states.keepIdempotencyKey(feed.feedId, { token, idempotencyKey: key, nowMs: nowMs() }))) throw new ClaimLostError();
    idempotencyKey = key;
  }

  async function take(amount: bigint): Promise<void> {
    total += amount;
    const outcome = await states.spend(feed.feedId, { token, total, limit: feed.maxPerDay, nowMs: nowMs() });
    if (outcome === 'lost') throw new ClaimLostError();
    if (outcome === 'limit') throw new DailyLimitError();
    last = amount;
  }

  return {
    async buy(signal) {
      if (claimed.answer !== null) return client.verify(parsed(claimed.answer), signal);
      if (claimed.openSinceMs !== null && nowMs() - claimed.openSinceMs > FORGOTTEN_AFTER_MS) throw new PurchaseForgottenError();
      const bought = await client.buy({ resume: claimed.idempotencyKey, onIdempotencyKey, take, signal });
      if (!(await states.keepAnswer(feed.feedId, { token, answer: JSON.stringify(bought.answer) }))) throw new ClaimLostError();
      return bought;
    },
    isOverAfter(error) {
      if (idempotencyKey === null || error instanceof PurchaseForgottenError) return true;
      // Nothing was sent under a new idempotency key. A round may have been served under an earlier one.
      if (error instanceof DailyLimitError) return idempotencyKey !== claimed.idempotencyKey;
      if (error instanceof GatewayError) return error.authorization === 'unused' || error.authorization === 'spent';
      return error instanceof VerificationError && claimed.failures + 1 >= MAX_UNVERIFIED;
    },
    givesBackAfter(error) {
      // Nothing is sent before it has an idempotency key.
      if (idempotencyKey === null) return total;
      return error instanceof GatewayError && error.authorization === 'unused' ? last : 0n;
    },
  };
}

/** Undefined, which verifies as no answer, for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

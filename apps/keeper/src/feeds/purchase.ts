import { GatewayError, TransportError, UnknownOutcomeError, VerificationError } from '@oracle-gateway/client';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { FeedState, FeedStates, PurchaseFeeds } from '../state/feed-states.js';
import { type Basket, type BasketPlace, keptList } from './basket.js';
import type { Bought, FeedClient } from './feed-client.js';
import { ClaimLostError, DailyLimitError, PurchaseForgottenError } from './check-errors.js';

/** Milliseconds for which a gateway keeps the result of a round, less the duration of a check. */
const FORGOTTEN_AFTER_MS = 3_300_000;
/** An answer that does not verify may do so once the RPC server has caught up. */
const MAX_UNVERIFIED = 3;
/** Failures in a row after which a gateway that does not answer is given up, where there is another one. */
const MAX_UNANSWERED = 3;

/** A purchase of one claim: what its idempotency key and its answer are kept under. */
export interface Purchase {
  /** Goes on with the open purchase, or begins one. */
  buy(signal: AbortSignal): Promise<Bought>;
  /** Whether nothing is left to go on with after this failure. */
  isOverAfter(error: unknown): boolean;
  /** Part of a feed in the amount that was counted for this purchase and is not charged, as far as the failure tells. */
  givesBackAfter(error: unknown, place: BasketPlace): bigint;
}

export interface PurchaseInput {
  readonly basket: Basket;
  readonly token: string;
  /** The claimed feeds of the basket; its state is that of the leader. */
  readonly claimed: { readonly feeds: PurchaseFeeds; readonly state: FeedState };
}

export function createPurchase(
  deps: { readonly states: FeedStates; readonly client: FeedClient; readonly nowMs: () => number },
  { basket, token, claimed: { feeds, state } }: PurchaseInput,
): Purchase {
  const { states, client, nowMs } = deps;
  const { subject, places } = basket;
  const [leader] = feeds;
  let { idempotencyKey } = state;
  let total = 0n;
  /** The latest of the amounts that were counted: that of the request that was sent last. */
  let last = 0n;

  /** Refuses before anything is sent under a claim that is another keeper's by now. */
  async function onIdempotencyKey(key: string): Promise<void> {
    const kept = { token, idempotencyKey: key, list: keptList(basket), nowMs: nowMs() };
    if (!(await states.keepIdempotencyKey(feeds, kept))) throw new ClaimLostError();
    idempotencyKey = key;
  }

  async function take(amount: bigint): Promise<void> {
    total += amount;
    const shares = places
      .filter(({ feedId }) => feeds.some((claimed) => equalBytes(claimed, feedId)))
      .map((place) => ({ feedId: place.feedId, total: partOf(total, place), limit: place.feed?.maxPerDay ?? null }));
    const outcome = await states.spend(shares, { token, nowMs: nowMs() });
    if (outcome.kind === 'lost') throw new ClaimLostError();
    if (outcome.kind === 'limit') throw new DailyLimitError(outcome.feeds);
    last = amount;
  }

  /** Each feed of a list pays one unit of its price. The first ones pay the rest of a division. */
  function partOf(amount: bigint, place: BasketPlace): bigint {
    const count = BigInt(places.length);
    return amount / count + (BigInt(places.indexOf(place)) < amount % count ? 1n : 0n);
  }

  return {
    async buy(signal) {
      if (state.answer !== null) return client.verify(subject, parsed(state.answer), signal);
      if (state.openSinceMs !== null && nowMs() - state.openSinceMs > FORGOTTEN_AFTER_MS) throw new PurchaseForgottenError();
      const bought = await client.buy(subject, { resume: state.idempotencyKey, onIdempotencyKey, take, signal });
      if (!(await states.keepAnswer(leader, { token, answer: JSON.stringify(bought.answer) }))) throw new ClaimLostError();
      return bought;
    },
    isOverAfter(error) {
      if (idempotencyKey === null || error instanceof PurchaseForgottenError) return true;
      // Nothing was sent under a new idempotency key. A round may have been served under an earlier one.
      if (error instanceof DailyLimitError) return idempotencyKey !== state.idempotencyKey;
      if (error instanceof GatewayError) return error.authorization === 'unused' || error.authorization === 'spent';
      if (isUnsent(error) && state.idempotencyKey === null) return true;
      if (isUnanswered(error)) return client.others > 0 && state.failures + 1 >= MAX_UNANSWERED;
      return error instanceof VerificationError && state.failures + 1 >= MAX_UNVERIFIED;
    },
    givesBackAfter(error, place) {
      // Nothing is sent before it has an idempotency key.
      if (idempotencyKey === null) return partOf(total, place);
      const isUnused = error instanceof GatewayError ? error.authorization === 'unused' : isUnsent(error);
      return isUnused ? partOf(total, place) - partOf(total - last, place) : 0n;
    },
  };
}

/** Whether the round may have been served. */
function isUnanswered(error: unknown): boolean {
  return error instanceof UnknownOutcomeError || (error instanceof TransportError && error.peer === 'gateway');
}

function isUnsent(error: unknown): boolean {
  return error instanceof TransportError && error.peer === 'gateway' && error.sent === 'nothing';
}

/** Undefined, which verifies as no answer, for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

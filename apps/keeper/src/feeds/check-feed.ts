import type { FeedState, FeedStates } from '../state/feed-states.js';
import { backoffMs } from './backoff.js';
import { decideFeed, dueByTime, type HeldValue, type Reason } from './decide.js';
import type { Bought, FeedClient } from './feed-client.js';
import type { FeedLedger, SubmitOutcome } from './feed-ledger.js';
import type { KeptFeed } from './kept-feed.js';
import { AttestationRefusedError, ClaimLostError, NoValueError } from './check-errors.js';
import { createPurchase } from './purchase.js';

export interface FeedCheckDeps {
  readonly states: FeedStates;
  readonly ledger: FeedLedger;
  readonly client: FeedClient;
  /** The wall clock, unix milliseconds. */
  readonly nowMs: () => number;
  /** A text that no other claim has. */
  readonly newToken: () => string;
  /** Life of a claim, milliseconds. */
  readonly claimMs: number;
  /** The longest wait of a feed that fails, milliseconds. */
  readonly backoffLimitMs: number;
}

/** Step at which a check failed. */
export type CheckStep = 'redis' | 'ledger' | 'source' | 'gateway' | 'submit';

export type FeedCheckOutcome =
  | { readonly kind: 'not-due' | 'backing-off' | 'claimed-elsewhere' | 'written-elsewhere' }
  | { readonly kind: 'written'; readonly reason: Reason | 'open'; readonly bought: Bought; readonly signature: string }
  | { readonly kind: 'failed'; readonly step: CheckStep; readonly error: unknown; readonly bought?: Bought };

/** A ledger that is behind what keepers wrote is not believed for so long. */
const LEDGER_LAGS_MS = 30_000;

/**
 * One check of a feed. It reads the ledger, asks the source by a dry run, and buys and writes a value when one is due. A purchase that was
 * begun and not ended, by this keeper or a dead one, is gone on with first: it is never bought again. Throws nothing but what `deps.states`
 * throws while a claim is taken.
 */
export async function checkFeed(deps: FeedCheckDeps, feed: KeptFeed, signal: AbortSignal): Promise<FeedCheckOutcome> {
  const { states, nowMs } = deps;
  let step: CheckStep = 'redis';
  let seen: bigint | null = null;
  let reason: Reason | 'open' = 'open';
  try {
    const state = await states.read(feed.feedId, nowMs());
    if (state.notBeforeMs > nowMs()) return { kind: 'backing-off' };
    if (!state.isOpen) {
      step = 'ledger';
      const held = await deps.ledger.read(feed);
      step = 'source';
      seen = await see(deps, feed, held, signal);
      const due = decideFeed({ held, seen, rule: feed.rule, nowMs: nowMs() });
      if (due === null) return { kind: 'not-due' };
      reason = due;
    }
  } catch (error) {
    return { kind: 'failed', step, error };
  }
  const token = deps.newToken();
  const claimed = await states.claim(feed.feedId, { token, nowMs: nowMs(), untilMs: nowMs() + deps.claimMs });
  if (claimed === null) return { kind: 'claimed-elsewhere' };
  return underClaim(deps, { feed, token, claimed, seen, reason }, signal);
}

/** Reads the source's present value; null where time alone decides and the dry run failed. Throws where the value is needed. */
async function see(
  { client, nowMs }: Pick<FeedCheckDeps, 'client' | 'nowMs'>,
  feed: KeptFeed,
  held: HeldValue | null,
  signal: AbortSignal,
): Promise<bigint | null> {
  const isDue = dueByTime(held, feed.rule, nowMs()) !== null;
  if (!isDue && feed.rule.deviationBps === null) return null;
  let observed: Awaited<ReturnType<FeedClient['dryRun']>>;
  try {
    observed = await client.dryRun(signal);
  } catch (error) {
    // Dry runs have places of their own: rounds may be served where they are not.
    if (isDue && !signal.aborted) return null;
    throw error;
  }
  if (observed.value === null) throw new NoValueError(observed.reason);
  return observed.value;
}

interface Claimed {
  readonly feed: KeptFeed;
  readonly token: string;
  readonly claimed: FeedState;
  readonly seen: bigint | null;
  readonly reason: Reason | 'open';
}

async function underClaim(deps: FeedCheckDeps, claim: Claimed, signal: AbortSignal): Promise<FeedCheckOutcome> {
  const { states, ledger, nowMs } = deps;
  const { feed, token, claimed, seen, reason } = claim;
  const purchase = createPurchase(deps, claim);
  const over = { closes: true, failures: 0, notBeforeMs: 0 };
  let step: CheckStep = 'ledger';
  let bought: Bought | undefined;
  try {
    if (claimed.notBeforeMs > nowMs()) {
      await states.release(feed.feedId, token, { closes: false, failures: claimed.failures, notBeforeMs: claimed.notBeforeMs });
      return { kind: 'backing-off' };
    }
    // Another keeper, or a stranger, may have written since this check began.
    const held = await ledger.read(feed);
    const isBehind = claimed.writtenMs > (held?.observedAtMs ?? 0) && nowMs() - claimed.writtenAtMs < LEDGER_LAGS_MS;
    if (!claimed.isOpen && (isBehind || decideFeed({ held, seen, rule: feed.rule, nowMs: nowMs() }) === null)) {
      await states.release(feed.feedId, token, over);
      return { kind: 'written-elsewhere' };
    }
    step = 'gateway';
    bought = await purchase.buy(signal);
    step = 'submit';
    const submitted = await submit(ledger, { feed, held, bought }, signal);
    if (submitted.kind === 'refused') throw new AttestationRefusedError(submitted.reason);
    const written = { observedAtMs: bought.attestation.observedAtMs, atMs: nowMs() };
    await states.release(feed.feedId, token, { ...over, written });
    if (submitted.kind === 'not-newer') return { kind: 'written-elsewhere' };
    return { kind: 'written', reason, bought, signature: submitted.signature };
  } catch (error) {
    if (error instanceof ClaimLostError) return { kind: 'claimed-elsewhere' };
    const failures = claimed.failures + 1;
    const wait = backoffMs(failures, { firstMs: feed.checkIntervalMs, limitMs: deps.backoffLimitMs });
    const closes = error instanceof AttestationRefusedError || (bought === undefined && purchase.isOverAfter(error));
    // A claim that cannot be given back ends by itself.
    const givesBack = bought === undefined ? purchase.givesBackAfter(error) : 0n;
    await states.release(feed.feedId, token, { closes, failures, notBeforeMs: nowMs() + wait, givesBack }).catch(() => false);
    return { kind: 'failed', step, error, ...(bought === undefined ? {} : { bought }) };
  }
}

async function submit(
  ledger: FeedLedger,
  { feed, held, bought }: { readonly feed: KeptFeed; readonly held: HeldValue | null; readonly bought: Bought },
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  if (held !== null && held.observedAtMs >= bought.attestation.observedAtMs) return { kind: 'not-newer' };
  try {
    return await ledger.submit(feed, bought.attestation, signal);
  } catch (error) {
    // The transaction may have landed, or another party may have written.
    const now = await ledger.read(feed);
    if (now !== null && now.observedAtMs >= bought.attestation.observedAtMs) return { kind: 'not-newer' };
    throw error;
  }
}

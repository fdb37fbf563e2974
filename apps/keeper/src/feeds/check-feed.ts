import { linkAbort } from '@oracle-gateway/process';
import type { FeedId } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { FeedState, FeedStates, PurchaseFeeds } from '../state/feed-states.js';
import { type Basket, basketIn, basketOf, fittingList, mayShareList } from './basket.js';
import { NoValueError } from './check-errors.js';
import type { CheckStep, FeedCheckOutcome, FeedOutcome } from './check-outcome.js';
import { type ClaimedBasket, completePurchase } from './complete-purchase.js';
import { decideTargets, type HeldValue, type Reason, targetsDueByTime } from './decide.js';
import type { FeedClient, Seen } from './feed-client.js';
import type { KeptFeed } from './kept-feed.js';
import { bringLatest, latestAnswer } from './latest-answer.js';
import { failedEnd, type Member, unchangedEnd } from './member-end.js';
import type { Targets } from './targets.js';

export interface FeedCheckDeps {
  readonly states: FeedStates;
  readonly targets: Targets;
  /** Number of nodes that a gateway asks for a round of this quorum, at most. */
  readonly askedNodes: (quorum: number) => Promise<number>;
  /** The feeds of the file, each with its client. */
  readonly feeds: readonly { readonly feed: KeptFeed; readonly client: FeedClient }[];
  /** The wall clock, unix milliseconds. */
  readonly nowMs: () => number;
  /** A text that no other claim has. */
  readonly newToken: () => string;
  /** Life of a claim, milliseconds. */
  readonly claimMs: number;
  /** The longest wait of a feed that fails, milliseconds. */
  readonly backoffLimitMs: number;
}

/** A target that is behind what keepers wrote is not believed for so long. */
const LEDGER_LAGS_MS = 30_000;
/** Feeds that might be bought with one that is due do not hold it up for longer. */
const OTHERS_MS = 5_000;

/**
 * One check of a feed. It reads the targets and asks the source by a dry run. It buys and writes a value when one is due, together with the
 * other feeds that are due then. A purchase that was begun and not ended, by this keeper or a dead one, is gone on with first: it is never bought
 * again. Answers the outcome of the feed, then those of the others. Throws nothing but what `deps.states` throws while feeds are claimed or
 * given back untouched.
 */
export async function checkFeed(deps: FeedCheckDeps, feed: KeptFeed, signal: AbortSignal): Promise<readonly FeedOutcome[]> {
  const { states, nowMs } = deps;
  const only = (outcome: FeedCheckOutcome): readonly FeedOutcome[] => [{ feed, outcome }];
  let step: CheckStep = 'redis';
  let found: { readonly open: OpenPurchase | null } | { readonly due: Due } | { readonly brought: FeedCheckOutcome };
  try {
    const state = await states.read(feed.feedId, nowMs());
    if (state.notBeforeMs > nowMs()) return only({ kind: 'backing-off' });
    if (state.isOpen) found = { open: await openPurchase(deps, feed, state) };
    else {
      step = 'ledger';
      const held = await deps.targets.read(feed);
      step = 'source';
      const seen = await see(deps, feed, held, signal);
      const reason = decideTargets({ held, seen, rule: feed.rule, nowMs: nowMs() });
      if (reason === null) return only({ kind: 'not-due' });
      step = 'redis';
      const latest = await latestAnswer(deps, feed, { held, seen });
      step = latest === null ? 'ledger' : 'submit';
      if (latest !== null)
        found = {
          brought: await bringLatest({ states, targets: deps.targets, client: clientOf(deps, feed) }, feed, { latest, reason }, signal),
        };
      else found = { due: { feeds: state.failures === 0 ? await withOthers(deps, feed, reason) : [feed], seen, reason } };
    }
  } catch (error) {
    return only({ kind: 'failed', step, error });
  }
  if ('brought' in found) return only(found.brought);
  if ('due' in found) return buyDue(deps, found.due, signal);
  // A keeper that has just ended the purchase leaves nothing to go on with.
  return found.open === null ? only({ kind: 'claimed-elsewhere' }) : goOn(deps, feed, found.open, signal);
}

interface OpenPurchase {
  readonly basket: Basket;
  /** Text that its leader keeps. */
  readonly list: string | null;
}

/** Finds the open purchase of a feed; null where it has ended since. */
async function openPurchase({ states, feeds, nowMs }: FeedCheckDeps, feed: KeptFeed, state: FeedState): Promise<OpenPurchase | null> {
  const { leader } = state;
  const { list, isOpen } = leader === null ? state : await states.read(leader, nowMs());
  if (leader === null && list === null) return { basket: basketOf([feed]), list };
  if (!isOpen || list === null) return null;
  const basket = basketIn(
    list,
    feed,
    feeds.map((one) => one.feed),
  );
  return basket.places.some(({ feedId }) => equalBytes(feedId, feed.feedId)) ? { basket, list } : null;
}

/** Reads the source's present value; null where time alone decides and the dry run failed. Throws where the value is needed. */
async function see(deps: FeedCheckDeps, feed: KeptFeed, held: readonly (HeldValue | null)[], signal: AbortSignal): Promise<bigint | null> {
  const isDue = targetsDueByTime(held, feed.rule, deps.nowMs()) !== null;
  if (!isDue && feed.rule.deviationBps === null) return null;
  let observed: Seen | undefined;
  try {
    [observed] = await clientOf(deps, feed).dryRun(feed.subject, signal);
  } catch (error) {
    // Dry runs have places of their own: rounds may be served where they are not.
    if (isDue && !signal.aborted) return null;
    throw error;
  }
  if (observed === undefined || observed.value === null) throw new NoValueError(observed?.reason ?? 'no_value');
  return observed.value;
}

/** Account and limit of a client are those of its feed. */
function clientOf({ feeds }: Pick<FeedCheckDeps, 'feeds'>, feed: KeptFeed): FeedClient {
  const one = feeds.find((any) => any.feed === feed);
  if (one === undefined) throw new TypeError('a feed without a client');
  return one.client;
}

/**
 * Feeds that their targets show to be due with this one, by time. Where this one is due by a deviation, feeds with such a rule come too: a source
 * that jumps is often not the only one.
 */
async function withOthers(deps: FeedCheckDeps, feed: KeptFeed, reason: Reason): Promise<readonly [KeptFeed, ...KeptFeed[]]> {
  const { targets, nowMs } = deps;
  const others = deps.feeds.map((one) => one.feed).filter((other) => other !== feed && mayShareList(feed, other));
  if (others.length === 0) return [feed];
  const isByTime = await Promise.all(
    others.map(async (other) => {
      const held = await targets.read(other);
      return targetsDueByTime(held, other.rule, nowMs()) !== null && (await latestAnswer(deps, other, { held, seen: null })) === null;
    }),
  );
  const mayDeviate = others.map(({ rule }, place) => !isByTime[place] && reason === 'deviation' && rule.deviationBps !== null);
  const ordered = [isByTime, mayDeviate].flatMap((chosen) => others.filter((_, place) => chosen[place]));
  return ordered.length === 0 ? [feed] : fittingList([feed, ...ordered], await deps.askedNodes(feed.quorum));
}

/** Feeds that may be due; the first is. */
interface Due {
  readonly feeds: readonly [KeptFeed, ...KeptFeed[]];
  readonly seen: bigint | null;
  readonly reason: Reason;
}

/** Claims the feeds, and buys in one round all that are still due. */
async function buyDue(deps: FeedCheckDeps, due: Due, signal: AbortSignal): Promise<readonly FeedOutcome[]> {
  const { states, nowMs } = deps;
  const { feeds } = due;
  const [feed] = feeds;
  const told = (outcome: FeedCheckOutcome): readonly FeedOutcome[] => [{ feed, outcome }];
  const token = deps.newToken();
  const claims = await states.claim(idsOf(feeds), { token, nowMs: nowMs(), untilMs: nowMs() + deps.claimMs });
  const claimed = feeds.flatMap((one, place) => {
    const state = claims?.[place] ?? null;
    return state === null ? [] : [{ place: { feedId: one.feedId, feed: one }, state }];
  });
  const [first, ...others] = claimed;
  if (first === undefined) return told({ kind: 'claimed-elsewhere' });
  // Another keeper has begun a purchase, or failed, since this check began.
  if (first.state.isOpen || first.state.notBeforeMs > nowMs()) {
    await states.release(token, claimed.map(unchangedEnd));
    return told({ kind: first.state.isOpen ? 'claimed-elsewhere' : 'backing-off' });
  }
  const seen = await seeOthers(
    deps,
    feed,
    others.map(({ place }) => place.feed),
    signal,
  );
  let held: readonly (readonly (HeldValue | null)[])[];
  try {
    // Another keeper, or a stranger, may have written since this check began.
    held = await Promise.all(claimed.map(({ place }) => deps.targets.read(place.feed)));
  } catch (error) {
    const failed = failedEnd(deps, first, { kind: 'failed', step: 'ledger', error });
    await states.release(token, [failed, ...others.map(unchangedEnd)]).catch(() => false);
    return told(failed.outcome);
  }
  const decided = claimed.map((one, place) => {
    const observed = one === first ? due.seen : seen.get(one.place.feed);
    const lags = nowMs() - one.state.writtenAtMs < LEDGER_LAGS_MS;
    const believed = (held[place] ?? []).filter((now) => !lags || one.state.writtenMs <= (now?.observedAtMs ?? 0));
    // A feed that was not seen is not bought with another one.
    if (observed === undefined) return { ...one, reason: null };
    const reason = decideTargets({ held: believed, seen: observed, rule: one.place.feed.rule, nowMs: nowMs() });
    return { ...one, reason: reason !== null && one === first ? due.reason : reason };
  });
  const members = decided.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }]));
  const spared = decided.filter(({ reason }) => reason === null);
  const over = { feedId: feed.feedId, closes: true, failures: 0, notBeforeMs: 0 };
  if (spared.length > 0)
    await states.release(
      token,
      spared.map((one) => (one.place.feed === feed ? over : unchangedEnd(one))),
    );
  const isElsewhere = decided[0]?.reason === null ? told({ kind: 'written-elsewhere' }) : [];
  const [leader, ...rest] = members;
  if (leader === undefined) return isElsewhere;
  const places = members.map(({ place }) => place);
  const basket = { ...basketOf([leader.place.feed, ...rest.map(({ place }) => place.feed)]), places };
  return [...isElsewhere, ...(await complete(deps, { basket, token, members: [leader, ...rest] }, signal))];
}

/** Asks the sources of other feeds by one dry run. A feed without an entry shows no value, or not soon. */
async function seeOthers(
  deps: FeedCheckDeps,
  feed: KeptFeed,
  others: readonly KeptFeed[],
  signal: AbortSignal,
): Promise<ReadonlyMap<KeptFeed, bigint>> {
  const [first, ...rest] = others;
  if (first === undefined) return new Map();
  const { subject } = basketOf([first, ...rest]);
  const soon = linkAbort(signal);
  const timer = setTimeout(() => soon.abort(new DOMException('the sources of other feeds took too long', 'TimeoutError')), OTHERS_MS);
  let seen: readonly Seen[] = [];
  try {
    seen = await clientOf(deps, feed).dryRun(subject, soon.signal);
  } catch {
    // The feed is bought alone.
  } finally {
    clearTimeout(timer);
    soon.release();
  }
  return new Map(others.flatMap((other, place) => (typeof seen[place]?.value === 'bigint' ? [[other, seen[place].value]] : [])));
}

/** Goes on with an open purchase. */
async function goOn(deps: FeedCheckDeps, feed: KeptFeed, open: OpenPurchase, signal: AbortSignal): Promise<readonly FeedOutcome[]> {
  const { states, nowMs } = deps;
  const told = (outcome: FeedCheckOutcome): readonly FeedOutcome[] => [{ feed, outcome }];
  const token = deps.newToken();
  const claims = await states.claim(idsOf(open.basket.places), { token, nowMs: nowMs(), untilMs: nowMs() + deps.claimMs });
  // The purchase is over for a feed that is not claimed.
  const places = open.basket.places.map((place, at) => ((claims?.[at] ?? null) === null ? { ...place, feed: null } : place));
  const [leader, ...rest] = places.flatMap((place, at): Member[] => {
    const state = claims?.[at] ?? null;
    return state === null ? [] : [{ place, state, reason: 'open' }];
  });
  if (leader === undefined) return told({ kind: 'claimed-elsewhere' });
  const members = [leader, ...rest] as const;
  const { isOpen, list, notBeforeMs } = leader.state;
  if (isOpen && list === open.list && notBeforeMs <= nowMs()) {
    const outcomes = await complete(deps, { basket: { ...open.basket, places }, token, members }, signal);
    return [...outcomes.filter((one) => one.feed === feed), ...outcomes.filter((one) => one.feed !== feed)];
  }
  await states.release(token, members.map(unchangedEnd));
  return told({ kind: notBeforeMs > nowMs() ? 'backing-off' : 'claimed-elsewhere' });
}

/** Buys with the client of the leader. Where the file has it no more, any other one of the same account serves. */
function complete(deps: FeedCheckDeps, claimed: ClaimedBasket, signal: AbortSignal): Promise<readonly FeedOutcome[]> {
  const [payer] = claimed.members.flatMap(({ place: { feed } }) => (feed === null ? [] : [feed]));
  if (payer === undefined) throw new TypeError('a purchase of feeds that the file does not have');
  const { states, targets, nowMs, backoffLimitMs } = deps;
  return completePurchase({ states, targets, client: clientOf(deps, payer), nowMs, backoffLimitMs }, claimed, signal);
}

function idsOf(feeds: readonly { readonly feedId: FeedId }[]): PurchaseFeeds {
  const [first, ...others] = feeds.map(({ feedId }) => feedId);
  if (first === undefined) throw new TypeError('a purchase is of one feed at least');
  return [first, ...others];
}

import { equalBytes, ruleOf } from '@oracle-gateway/protocol/internal';
import type { FeedStates } from '../state/feed-states.js';
import { type Basket, keptList } from './basket.js';
import { AbsentValueError, AttestationRefusedError, ClaimLostError, DailyLimitError } from './check-errors.js';
import type { FeedCheckOutcome, FeedOutcome } from './check-outcome.js';
import type { Bought, FeedClient } from './feed-client.js';
import { writtenOutcome } from './latest-answer.js';
import { failedEnd, type Member, type MemberEnd, unchangedEnd } from './member-end.js';
import { packedNumber } from './packed-number.js';
import { createPurchase, type Purchase } from './purchase.js';
import type { BroughtFeed, Targets } from './targets.js';

export interface CompletePurchaseDeps {
  readonly states: FeedStates;
  readonly targets: Targets;
  /** Client of the leader. */
  readonly client: FeedClient;
  readonly nowMs: () => number;
  /** The longest wait of a feed that fails, milliseconds. */
  readonly backoffLimitMs: number;
}

export interface ClaimedBasket {
  readonly basket: Basket;
  readonly token: string;
  /** Claimed feeds in the order of the basket. The first is the leader. */
  readonly members: readonly [Member, ...Member[]];
}

type Failure = Extract<FeedCheckOutcome, { kind: 'failed' }>;

/** Buys a basket, or goes on with its purchase, and brings the values to their feeds. Then it gives the claims back. Throws nothing. */
export async function completePurchase(
  deps: CompletePurchaseDeps,
  claimed: ClaimedBasket,
  signal: AbortSignal,
): Promise<readonly FeedOutcome[]> {
  const { members, token } = claimed;
  let ends: readonly MemberEnd[] = [];
  const tell = (outcomeOf: (place: number) => FeedCheckOutcome | undefined): readonly FeedOutcome[] =>
    members.flatMap(({ place: { feed } }, place) => {
      const [outcome, lacking = []] = [outcomeOf(place), ends[place]?.lacking];
      return feed === null || outcome === undefined ? [] : [{ feed, outcome, ...(lacking.length === 0 ? {} : { lacking }) }];
    });
  try {
    ends = leaderLast(await endsOf(deps, claimed, signal));
  } catch (error) {
    if (error instanceof ClaimLostError) return tell(() => ({ kind: 'claimed-elsewhere' }));
    throw error;
  }
  try {
    await deps.states.release(token, ends);
  } catch (error) {
    // Claims that cannot be given back end by themselves, and the next check goes on.
    const lost: Failure = { kind: 'failed', step: 'redis', error };
    return tell((place) => (ends[place]?.outcome.kind === 'failed' ? ends[place].outcome : lost));
  }
  return tell((place) => ends[place]?.outcome);
}

/** Throws ClaimLostError alone. */
async function endsOf(deps: CompletePurchaseDeps, claimed: ClaimedBasket, signal: AbortSignal): Promise<readonly MemberEnd[]> {
  const { basket, token, members } = claimed;
  const [leader, ...others] = members;
  const feeds = [leader.place.feedId, ...others.map(({ place }) => place.feedId)] as const;
  const purchase = createPurchase(deps, { basket, token, claimed: { feeds, state: leader.state } });
  let bought: Bought;
  try {
    bought = await purchase.buy(signal);
  } catch (error) {
    if (error instanceof ClaimLostError) throw error;
    return members.map((member) => unboughtEnd(deps, purchase, member, error));
  }
  const brought = await deps.targets.bring(basket, bought, signal);
  await keepLatest(deps.states, claimed, bought, brought);
  const { observedAtMs } = bought.attestation;
  const written = { observedAtMs, atMs: deps.nowMs() };
  return members.map((member): MemberEnd => {
    const place = basket.places.indexOf(member.place);
    const one = bought.values[place];
    if (one === undefined || one.value === null) {
      const absent = new AbsentValueError(one?.reason ?? 'no_value');
      return { ...failedEnd(deps, member, { kind: 'failed', step: 'gateway', error: absent }), closes: true };
    }
    const value = { value: one.value, observedAtMs };
    const { signature = null, isHeld = false, lacking = [] } = brought[place] ?? {};
    const [lack] = lacking;
    if (!isHeld && lack !== undefined) {
      const closes = lacking.every(({ error }) => error instanceof AttestationRefusedError);
      const failure: Failure = { kind: 'failed', step: 'submit', error: lack.error, target: lack.target, bought: value };
      return { ...failedEnd(deps, member, failure), closes };
    }
    const { reason, place: at } = member;
    const outcome = writtenOutcome({ signature }, { reason, bought: value, together: basket.places.length });
    return { feedId: at.feedId, closes: true, failures: 0, notBeforeMs: 0, written, outcome, lacking };
  });
}

/** Keeps the answer for targets that lack it, where others have it: another round would else be bought for them. */
async function keepLatest(
  states: FeedStates,
  { basket }: ClaimedBasket,
  { answer, values, attestation: { observedAtMs } }: Bought,
  brought: readonly BroughtFeed[],
): Promise<void> {
  const list = keptList(basket);
  await Promise.allSettled(
    basket.places.map(async ({ feedId, feed }, place) => {
      const [one, told] = [values[place], brought[place]];
      if (feed === null || one === undefined || one.value === null || told === undefined) return;
      if (!told.isHeld || told.lacking.length === 0) return;
      const value = packedNumber(one.packed, ruleOf(feed.subject));
      const latest = { answer: JSON.stringify(answer), list, value, observedAtMs };
      await states.keepLatest(feedId, { latest, lifeMs: feed.rule.heartbeatMs });
    }),
  );
}

/** A feed whose limit refuses no purchase of its list loses nothing by it. */
function unboughtEnd(deps: CompletePurchaseDeps, purchase: Purchase, member: Member, error: unknown): MemberEnd {
  const closes = purchase.isOverAfter(error);
  const { feedId } = member.place;
  const givesBack = purchase.givesBackAfter(error, member.place);
  if (closes && error instanceof DailyLimitError && !error.feeds.some((limited) => equalBytes(limited, feedId)))
    return { ...unchangedEnd(member), closes, givesBack, outcome: { kind: 'put-off' } };
  return { ...failedEnd(deps, member, { kind: 'failed', step: 'gateway', error }), closes, givesBack };
}

/** The leader closes with the last of the others, which go on with its state. */
function leaderLast(ends: readonly MemberEnd[]): readonly MemberEnd[] {
  const [leader, ...others] = ends;
  const open = others.filter(({ closes }) => !closes);
  if (leader === undefined || !leader.closes || open.length === 0) return ends;
  return [
    { ...leader, closes: false, notBeforeMs: Math.max(leader.notBeforeMs, ...open.map(({ notBeforeMs }) => notBeforeMs)) },
    ...others,
  ];
}

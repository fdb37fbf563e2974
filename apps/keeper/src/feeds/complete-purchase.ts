import { equalBytes } from '@oracle-gateway/protocol';
import type { FeedStates } from '../state/feed-states.js';
import type { Basket } from './basket.js';
import { AbsentValueError, AttestationRefusedError, ClaimLostError, DailyLimitError } from './check-errors.js';
import type { FeedCheckOutcome, FeedOutcome } from './check-outcome.js';
import type { Bought, FeedClient } from './feed-client.js';
import type { FeedLedger } from './feed-ledger.js';
import { failedEnd, type Member, type MemberEnd, unchangedEnd } from './member-end.js';
import { createPurchase, type Purchase } from './purchase.js';

export interface CompletePurchaseDeps {
  readonly states: FeedStates;
  readonly ledger: FeedLedger;
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
  const tell = (outcomeOf: (place: number) => FeedCheckOutcome | undefined): readonly FeedOutcome[] =>
    members.flatMap(({ place: { feed } }, place) => {
      const outcome = outcomeOf(place);
      return feed === null || outcome === undefined ? [] : [{ feed, outcome }];
    });
  let ends: readonly MemberEnd[];
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
  const { signatures, missing, error } = await bring(deps.ledger, claimed, bought, signal);
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
    if (missing.includes(member)) {
      const closes = error instanceof AttestationRefusedError;
      return { ...failedEnd(deps, member, { kind: 'failed', step: 'submit', error, bought: value }), closes };
    }
    const signature = signatures[place] ?? null;
    const {
      reason,
      place: { feedId },
    } = member;
    const together = basket.places.length;
    return {
      ...{ feedId, closes: true, failures: 0, notBeforeMs: 0, written },
      outcome: signature === null ? { kind: 'written-elsewhere' } : { kind: 'written', reason, bought: value, together, signature },
    };
  });
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

interface Brought {
  /** Signatures by the places of the basket. */
  readonly signatures: readonly (string | null)[];
  /** Members whose feeds do not have the value. */
  readonly missing: readonly Member[];
  /** Why they do not have it. */
  readonly error: unknown;
}

async function bring(ledger: FeedLedger, { basket, members }: ClaimedBasket, bought: Bought, signal: AbortSignal): Promise<Brought> {
  let error: unknown;
  try {
    const outcome = await ledger.submit(basket, bought, signal);
    if (outcome.kind === 'brought') return { signatures: outcome.signatures, missing: [], error: null };
    error = new AttestationRefusedError(outcome.reason);
  } catch (thrown) {
    error = thrown;
  }
  // Some transactions may have landed, or another party may have written.
  const missing = await Promise.all(
    members.map(async (member) => {
      const { feed } = member.place;
      if (feed === null) return [];
      const held = await ledger.read(feed).catch(() => null);
      return held !== null && held.observedAtMs >= bought.attestation.observedAtMs ? [] : [member];
    }),
  );
  return { signatures: [], missing: missing.flat(), error };
}

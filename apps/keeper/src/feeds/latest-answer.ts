import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { FeedStates, AnswerToBring } from '../state/feed-states.js';
import { basketIn, basketOf } from './basket.js';
import { AttestationRefusedError } from './check-errors.js';
import type { FeedCheckOutcome } from './check-outcome.js';
import { decideFeed, type HeldValue, type Reason } from './decide.js';
import type { FeedClient } from './feed-client.js';
import type { KeptFeed } from './kept-feed.js';
import type { BroughtFeed, Targets } from './targets.js';

/**
 * The answer that some target of the feed lacked when it was bought. Null where none is kept, or where a target needs a newer one: then a round is
 * bought.
 */
export async function latestAnswer(
  { states, nowMs }: { readonly states: Pick<FeedStates, 'latest'>; readonly nowMs: () => number },
  feed: KeptFeed,
  { held, seen }: { readonly held: readonly (HeldValue | null)[]; readonly seen: bigint | null },
): Promise<AnswerToBring | null> {
  if (feed.targets.length < 2) return null;
  const latest = await states.latest(feed.feedId);
  if (latest === null) return null;
  const { value, observedAtMs } = latest;
  const asHeld = { value, observedAtMs, isEnded: false };
  const input = { seen, rule: feed.rule, nowMs: nowMs() };
  const isDue = (one: HeldValue | null): boolean => decideFeed({ ...input, held: one }) !== null;
  const isNewer = held.filter(isDue).every((one) => one === null || one.observedAtMs < observedAtMs);
  return isNewer && !isDue(asHeld) ? latest : null;
}

/** Brings the answer to the targets that lack it. Nothing is bought. Throws what the client and the states throw. */
export async function bringLatest(
  deps: { readonly states: Pick<FeedStates, 'forgetLatest'>; readonly targets: Targets; readonly client: FeedClient },
  feed: KeptFeed,
  { latest, reason }: { readonly latest: AnswerToBring; readonly reason: Reason },
  signal: AbortSignal,
): Promise<FeedCheckOutcome> {
  const { states, targets, client } = deps;
  const basket = latest.list === null ? basketOf([feed]) : basketIn(latest.list, feed, [feed]);
  const bought = await client.verify(basket.subject, parsed(latest.answer), signal);
  const place = basket.places.findIndex(({ feedId }) => equalBytes(feedId, feed.feedId));
  const brought = (await targets.bring(basket, bought, signal))[place];
  const lack = brought?.lacking[0];
  const text = bought.values[place]?.value ?? '';
  const value = { value: text, observedAtMs: latest.observedAtMs };
  if (brought === undefined || lack !== undefined) {
    if (brought?.lacking.every(({ error }) => error instanceof AttestationRefusedError) ?? false) await states.forgetLatest(feed.feedId);
    return { kind: 'failed', step: 'submit', error: lack?.error, target: lack?.target, bought: value };
  }
  return writtenOutcome(brought, { reason, bought: value, together: 1 });
}

/** The outcome of a feed that its targets have. */
export function writtenOutcome(
  { signature }: Pick<BroughtFeed, 'signature'>,
  told: Pick<Extract<FeedCheckOutcome, { kind: 'written' }>, 'reason' | 'bought' | 'together'>,
): FeedCheckOutcome {
  return signature === null ? { kind: 'written-elsewhere' } : { kind: 'written', ...told, signature };
}

/** Undefined, which verifies as no answer, for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

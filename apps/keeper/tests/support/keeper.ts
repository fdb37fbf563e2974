import { randomUUID } from 'node:crypto';
import type { KeptFeed } from '../../src/feeds/kept-feed.js';
import { checkFeed } from '../../src/feeds/check-feed.js';
import type { FeedCheckOutcome } from '../../src/feeds/check-outcome.js';
import type { Target } from '../../src/feeds/target.js';
import { createTargets } from '../../src/feeds/targets.js';
import type { FeedStates } from '../../src/state/feed-states.js';
import { Killed, type SimulatedWorld } from './simulated-world.js';

/** A keeper of a simulated world, which may be killed at any step. */
export interface SimulatedKeeper {
  /** One check of a feed, the first one unless named. */
  check(feed?: KeptFeed): Promise<FeedCheckOutcome | 'killed'>;
  /** Kills it at the `n`th step of its life, from 1. */
  killAt(n: number): void;
  readonly steps: readonly string[];
}

export function createSimulatedKeeper(
  world: SimulatedWorld,
  states: FeedStates,
  kept: KeptFeed | readonly [KeptFeed, ...KeptFeed[]],
  { claimMs = 60_000, backoffLimitMs = 30_000, others = [] as readonly Target[] } = {},
): SimulatedKeeper {
  const feeds = 'name' in kept ? ([kept] as const) : kept;
  const steps: string[] = [];
  let deathAt = Infinity;
  const reach = (point: string): void => {
    steps.push(point);
    if (steps.length >= deathAt) throw new Killed();
  };
  /** A write of a keeper can die before it, and after it before the answer arrives. */
  async function mortal<R>(name: string, write: () => Promise<R>): Promise<R> {
    reach(`before ${name}`);
    const result = await write();
    reach(`after ${name}`);
    return result;
  }
  const own: FeedStates = {
    read: (feedId, nowMs) => states.read(feedId, nowMs),
    claim: (ids, input) => mortal('claiming', () => states.claim(ids, input)),
    keepIdempotencyKey: (ids, input) => mortal('keeping the idempotency key', () => states.keepIdempotencyKey(ids, input)),
    keepAnswer: (leader, input) => mortal('keeping the answer', () => states.keepAnswer(leader, input)),
    spend: (shares, input) => mortal('counting', () => states.spend(shares, input)),
    release: (token, ends) => mortal('releasing', () => states.release(token, ends)),
    latest: (feedId) => states.latest(feedId),
    keepLatest: (feedId, input) => mortal('keeping it for other targets', () => states.keepLatest(feedId, input)),
    forgetLatest: (feedId) => states.forgetLatest(feedId),
  };
  return {
    steps,
    killAt: (n) => (deathAt = n),
    async check(feed = feeds[0]) {
      world.step = reach;
      const { ledger, client, clock } = world;
      const opened = feeds.map((one) => ({ feed: one, client }));
      const parts = { targets: createTargets([ledger, ...others]), askedNodes: (quorum: number) => Promise.resolve(quorum) };
      const deps = { ...parts, states: own, feeds: opened, nowMs: () => clock.ms, newToken: randomUUID, claimMs, backoffLimitMs };
      const outcomes = await checkFeed(deps, feed, new AbortController().signal).catch((error: unknown) => {
        if (error instanceof Killed) return [];
        throw error;
      });
      const [first] = outcomes;
      if (steps.length >= deathAt || first === undefined) return 'killed';
      return first.outcome;
    },
  };
}

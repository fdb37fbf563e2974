import { randomUUID } from 'node:crypto';
import type { KeptFeed } from '../../src/feeds/kept-feed.js';
import { checkFeed, type FeedCheckOutcome } from '../../src/feeds/check-feed.js';
import type { FeedStates } from '../../src/state/feed-states.js';
import { Killed, type SimulatedWorld } from './simulated-world.js';

/** A keeper of a simulated world, which may be killed at any step. */
export interface SimulatedKeeper {
  check(): Promise<FeedCheckOutcome | 'killed'>;
  /** Kills it at the `n`th step of its life, from 1. */
  killAt(n: number): void;
  readonly steps: readonly string[];
}

export function createSimulatedKeeper(
  world: SimulatedWorld,
  states: FeedStates,
  feed: KeptFeed,
  { claimMs = 60_000, backoffLimitMs = 30_000 } = {},
): SimulatedKeeper {
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
    claim: (feedId, input) => mortal('claiming', () => states.claim(feedId, input)),
    keepIdempotencyKey: (feedId, input) => mortal('keeping the idempotency key', () => states.keepIdempotencyKey(feedId, input)),
    keepAnswer: (feedId, input) => mortal('keeping the answer', () => states.keepAnswer(feedId, input)),
    spend: (feedId, input) => mortal('counting', () => states.spend(feedId, input)),
    release: (feedId, token, release) => mortal('releasing', () => states.release(feedId, token, release)),
  };
  return {
    steps,
    killAt: (n) => (deathAt = n),
    async check() {
      world.step = reach;
      const deps = { states: own, ...world, nowMs: () => world.clock.ms, newToken: randomUUID, claimMs, backoffLimitMs };
      const outcome = await checkFeed(deps, feed, new AbortController().signal).catch((error: unknown) => {
        if (error instanceof Killed) return 'killed' as const;
        throw error;
      });
      return steps.length >= deathAt ? 'killed' : outcome;
    },
  };
}

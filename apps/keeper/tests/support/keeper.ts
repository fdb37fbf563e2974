import { randomUUID } from 'node:crypto';
import type { KeptFeed } from '../../src/feeds/kept-feed.js';
import { look, type LookOutcome } from '../../src/feeds/look.js';
import type { FeedStates } from '../../src/state/feed-states.js';
import { Killed, type SimulatedWorld } from './simulated-world.js';

/** A keeper of a simulated world, which may be killed at any step. */
export interface SimulatedKeeper {
  look(): Promise<LookOutcome | 'killed'>;
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
  const mortal = <A extends readonly unknown[], R>(name: string, write: (...values: A) => Promise<R>) => {
    return async (...values: A): Promise<R> => {
      reach(`before ${name}`);
      const result = await write(...values);
      reach(`after ${name}`);
      return result;
    };
  };
  const own: FeedStates = {
    read: states.read,
    claim: mortal('claiming', states.claim),
    keepName: mortal('keeping the name', states.keepName),
    keepAnswer: mortal('keeping the answer', states.keepAnswer),
    spend: mortal('counting', states.spend),
    release: mortal('releasing', states.release),
  };
  return {
    steps,
    killAt: (n) => (deathAt = n),
    async look() {
      world.step = reach;
      const deps = { states: own, ...world, nowMs: () => world.clock.ms, newToken: randomUUID, claimMs, backoffLimitMs };
      const outcome = await look(deps, feed, new AbortController().signal).catch((error: unknown) => {
        if (error instanceof Killed) return 'killed' as const;
        throw error;
      });
      return steps.length >= deathAt ? 'killed' : outcome;
    },
  };
}

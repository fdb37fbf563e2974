import { AttestationRefusedError } from './check-errors.js';
import type { Basket } from './basket.js';
import type { HeldValue } from './decide.js';
import type { Bought } from './feed-client.js';
import type { KeptFeed } from './kept-feed.js';
import type { Target } from './target.js';

/** A target that lacks a value, and why. */
export interface Lack {
  readonly target: string;
  readonly error: unknown;
}

/** Result of one feed of a basket. */
export interface BroughtFeed {
  /** The first transaction that wrote it; null where all targets had a value that is as new. */
  readonly signature: string | null;
  /** Whether a target has the value, or a newer one. */
  readonly isHeld: boolean;
  readonly lacking: readonly Lack[];
}

/** The targets of a file, as one. */
export interface Targets {
  /** Values of the targets of a feed that answer; null for one that has none yet. Throws what the first one throws where none answers. */
  read(feed: KeptFeed): Promise<readonly (HeldValue | null)[]>;
  /** Brings an answer to all targets of its feeds at once, by the places of the basket. Throws nothing. */
  bring(basket: Basket, bought: Bought, signal: AbortSignal): Promise<readonly BroughtFeed[]>;
}

export function createTargets(all: readonly Target[]): Targets {
  const targetsOf = ({ targets }: KeptFeed): readonly Target[] => all.filter(({ name }) => targets.includes(name));

  /** The places of a basket that one target keeps. */
  function partOf(basket: Basket, { name }: Target): Basket {
    const places = basket.places.map(({ feedId, feed }) => ({ feedId, feed: feed !== null && feed.targets.includes(name) ? feed : null }));
    return { ...basket, places };
  }

  return {
    async read(feed) {
      const readings = await Promise.allSettled(targetsOf(feed).map((target) => target.read(feed)));
      const held = readings.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []));
      const [failed] = readings.flatMap((reading) => (reading.status === 'rejected' ? [reading] : []));
      if (held.length === 0 && failed !== undefined) throw failed.reason;
      return held;
    },
    async bring(basket, bought, signal) {
      const parts = all.map((target) => ({ target, part: partOf(basket, target) }));
      const kept = parts.filter(({ part }) => part.places.some(({ feed }) => feed !== null));
      const results = await Promise.all(kept.map(({ target, part }) => bringTo(target, part, bought, signal)));
      return basket.places.map((_, place): BroughtFeed => {
        const told = results.flatMap((result) => result[place] ?? []);
        return {
          signature: told.find(({ signature }) => signature !== null)?.signature ?? null,
          isHeld: told.some(({ lack }) => lack === null),
          lacking: told.flatMap(({ lack }) => (lack === null ? [] : [lack])),
        };
      });
    },
  };
}

/** Result of one place on one target. */
interface BroughtPlace {
  readonly signature: string | null;
  readonly lack: Lack | null;
}

/** Null for a place that the target does not keep, or that has no value. */
async function bringTo(target: Target, part: Basket, bought: Bought, signal: AbortSignal): Promise<readonly (BroughtPlace | null)[]> {
  let error: unknown;
  try {
    const outcome = await target.submit(part, bought, signal);
    if (outcome.kind === 'brought')
      return part.places.map(({ feed }, place) => (feed === null ? null : { signature: outcome.signatures[place] ?? null, lack: null }));
    error = new AttestationRefusedError(outcome.reason);
  } catch (thrown) {
    error = thrown;
  }
  // Some transactions may have landed, or another party may have written.
  return Promise.all(
    part.places.map(async ({ feed }) => {
      if (feed === null) return null;
      const held = await target.read(feed).catch(() => null);
      const isHeld = held !== null && held.observedAtMs >= bought.attestation.observedAtMs;
      return { signature: null, lack: isHeld ? null : { target: target.name, error } };
    }),
  );
}

import { type UnixSeconds, unixSeconds } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';

/** Seconds from the gateway's clock that a request may name, either way, less what clocks and the way there may take. */
const REACH_SECONDS = 270;
/** Seconds back in which the latest unused one is taken first. */
const LATEST_SECONDS = 8;
const MAX_FEEDS = 256;

/**
 * The seconds of feeds. One second of a feed is good for one round of any caller, so that several clients of one owner collide. The first
 * try is the latest second that this process has not used. Each further try is random, in a window that doubles each time.
 */
export interface Seconds {
  /**
   * A second that no call of this process has had.
   *
   * @param feed any text that names the feed
   * @param nowMs unix milliseconds
   * @param collisions how many seconds were taken by others in this call
   */
  take(feed: string, nowMs: number, collisions: number): UnixSeconds;
}

export function createSeconds(deps: { readonly random: () => number }): Seconds {
  const usedByFeed = new BoundedMap<string, Set<number>>(MAX_FEEDS);
  return {
    take(feed, nowMs, collisions) {
      const now = Math.floor(nowMs / 1000);
      const used = usedByFeed.getOrCreate(feed, () => new Set());
      for (const second of used) if (second < now - REACH_SECONDS) used.delete(second);
      const second = unusedSecond(now, used, { collisions, random: deps.random });
      used.add(second);
      return unixSeconds(second);
    },
  };
}

function unusedSecond(
  now: number,
  used: ReadonlySet<number>,
  { collisions, random }: { collisions: number; random: () => number },
): number {
  if (collisions === 0) {
    for (let back = 0; back < LATEST_SECONDS; back += 1) if (!used.has(now - back)) return now - back;
  }
  const window = Math.min(REACH_SECONDS, LATEST_SECONDS * 2 ** (collisions + 1));
  const free = Array.from({ length: 2 * window }, (_, place) => now + window - place).filter((second) => !used.has(second));
  return free[Math.floor(random() * free.length)] ?? now;
}

import { toHex, type FeedId, type UnixMs } from '@oracle-gateway/protocol';
import { NodeError } from './errors.js';
import { SESSION_LIFE_MS } from './sessions.js';

/** How far a flat round's time may lie from the node's clock at observe, either side (protocol §4). */
export const FLAT_SKEW_MS = 310_000;

const MAX_ENTRIES = 262_144;

/**
 * What was signed on the flat paths: one value per gateway, feed and time, for as long as that time can still be signed. It is kept for each
 * gateway, so that none can use up the seconds of another's feeds.
 */
export interface SignedValues {
  /** Records the value about to be signed. Throws NodeError `already_signed` for another value, `overloaded` when full. */
  claim(gateway: string, feedId: FeedId, timestampMs: UnixMs, value: Uint8Array): void;
  prune(): void;
  size(): number;
}

/**
 * Lives in memory: a node that restarts forgets (protocol §4). Nothing is dropped early to make room. Entries live on the monotonic clock,
 * at least as long as a time that is now can be observed and its session signed: a clock that jumps ahead makes none of them end early.
 */
export function createSignedValues(deps: {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly maxEntries?: number;
}): SignedValues {
  const entries = new Map<string, { readonly value: string; readonly expiresAtMs: number }>();
  const maxEntries = deps.maxEntries ?? MAX_ENTRIES;

  const prune = (): void => {
    const nowMs = deps.monotonicMs();
    for (const [key, { expiresAtMs }] of entries) {
      if (expiresAtMs <= nowMs) {
        entries.delete(key);
      }
    }
  };

  return {
    claim: (gateway, feedId, timestampMs, value) => {
      const key = `${gateway}/${toHex(feedId)}/${timestampMs}`;
      const text = toHex(value);
      const signed = entries.get(key);
      if (signed !== undefined && signed.value !== text) {
        throw new NodeError('already_signed');
      }
      if (signed === undefined) {
        if (entries.size >= maxEntries) {
          prune();
        }
        if (entries.size >= maxEntries) {
          throw new NodeError('overloaded');
        }
        const aheadMs = Math.max(0, timestampMs - deps.nowMs());
        entries.set(key, { value: text, expiresAtMs: deps.monotonicMs() + aheadMs + FLAT_SKEW_MS + SESSION_LIFE_MS });
      }
    },
    prune,
    size: () => entries.size,
  };
}

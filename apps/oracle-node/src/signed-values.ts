import { toHex, type FeedId, type UnixMs } from '@oracle-gateway/protocol';
import { NodeError } from './errors.js';
import { SESSION_LIFE_MS } from './sessions.js';

/** How far a flat round's time may lie from the node's clock at observe, either side (protocol §4). */
export const FLAT_SKEW_MS = 310_000;

const MAX_ENTRIES = 262_144;

/** What was signed on the flat paths: one value per feed and time, for as long as that time can still be signed. */
export interface SignedValues {
  /** Records the value about to be signed. Throws NodeError `already_signed` for another value, `overloaded` when full. */
  claim(feedId: FeedId, timestampMs: UnixMs, value: Uint8Array): void;
  prune(): void;
  size(): number;
}

/** Lives in memory: a node that restarts forgets (protocol §4). Nothing is dropped early to make room. */
export const createSignedValues = (input: { readonly nowMs: () => number; readonly maxEntries?: number }): SignedValues => {
  const entries = new Map<string, { readonly value: string; readonly expiresAtMs: number }>();
  const maxEntries = input.maxEntries ?? MAX_ENTRIES;

  const prune = (): void => {
    const nowMs = input.nowMs();
    for (const [key, { expiresAtMs }] of entries) {
      if (expiresAtMs <= nowMs) {
        entries.delete(key);
      }
    }
  };

  return {
    claim: (feedId, timestampMs, value) => {
      const key = `${toHex(feedId)}/${timestampMs}`;
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
        entries.set(key, { value: text, expiresAtMs: timestampMs + FLAT_SKEW_MS + SESSION_LIFE_MS });
      }
    },
    prune,
    size: () => entries.size,
  };
};

import { MAX_BEHIND_MS, SESSION_LIFE_MS, toHex, type FeedId, type UnixMs } from '@oracle-gateway/protocol';
import { NodeError } from '../errors/node-error.js';

/** Entries of one gateway, at most: no gateway fills the memory of another. Registered gateways are few. */
const MAX_ENTRIES_PER_GATEWAY = 262_144;
const MS_PER_SECOND = 1_000;

/**
 * Remembers the values signed on the flat paths: one for each gateway, feed and time, for as long as that time can still be signed. Gateways
 * are kept apart, so that none can use up the seconds of another's feeds.
 */
export interface SignedValues {
  /** Records the value that is about to be signed. Throws NodeError `already_signed` for another value, `overloaded` for a full memory. */
  claim(gateway: string, feedId: FeedId, timestampMs: UnixMs, value: Uint8Array): void;
  prune(): void;
  size(): number;
}

/** The signed values of one gateway. */
interface Memory {
  /** Value by feed and time. */
  readonly values: Map<string, string>;
  /** Keys by the second, on the monotonic clock, at whose start they are deleted. */
  readonly ending: Map<number, string[]>;
  /** Everything up to this second, itself included, is deleted. */
  forgottenTo: number;
}

/**
 * Values are kept in memory only: a node that restarts forgets (protocol §4). No entry is dropped early to make room. Entries end by the
 * monotonic clock, so a wall clock that jumps ahead ends none early. Each lives until its time can be neither observed nor signed. Pruning
 * touches ended entries only, however full the memory is.
 */
export function createSignedValues(deps: {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly maxEntriesPerGateway?: number;
}): SignedValues {
  const memories = new Map<string, Memory>();
  const maxEntries = deps.maxEntriesPerGateway ?? MAX_ENTRIES_PER_GATEWAY;

  const thisSecond = (): number => Math.floor(deps.monotonicMs() / MS_PER_SECOND);

  const forgetEnded = (memory: Memory): void => {
    const now = thisSecond();
    while (memory.forgottenTo < now) {
      memory.forgottenTo += 1;
      for (const key of memory.ending.get(memory.forgottenTo) ?? []) memory.values.delete(key);
      memory.ending.delete(memory.forgottenTo);
    }
  };

  const memoryOf = (gateway: string): Memory => {
    const known = memories.get(gateway);
    if (known !== undefined) return known;
    const created: Memory = { values: new Map(), ending: new Map(), forgottenTo: thisSecond() };
    memories.set(gateway, created);
    return created;
  };

  return {
    claim: (gateway, feedId, timestampMs, value) => {
      const memory = memoryOf(gateway);
      forgetEnded(memory);
      const key = `${toHex(feedId)}/${timestampMs}`;
      const text = toHex(value);
      const signed = memory.values.get(key);
      if (signed !== undefined && signed !== text) {
        throw new NodeError('already_signed');
      }
      if (signed !== undefined) {
        return;
      }
      if (memory.values.size >= maxEntries) {
        throw new NodeError('overloaded');
      }
      const aheadMs = Math.max(0, timestampMs - deps.nowMs());
      const endsAt = Math.ceil((deps.monotonicMs() + aheadMs + MAX_BEHIND_MS.flat + SESSION_LIFE_MS) / MS_PER_SECOND);
      memory.values.set(key, text);
      const endingThen = memory.ending.get(endsAt) ?? [];
      endingThen.push(key);
      memory.ending.set(endsAt, endingThen);
    },
    prune: () => {
      for (const [gateway, memory] of memories) {
        forgetEnded(memory);
        if (memory.values.size === 0) memories.delete(gateway);
      }
    },
    size: () => [...memories.values()].reduce((sum, { values }) => sum + values.size, 0),
  };
}

import { BoundedMap, type SourceId, toHex } from '@oracle-gateway/protocol';

/** Remembers which sources gave nodes different values lately. */
export interface UnstableSources {
  record(sourceId: SourceId): void;
  has(sourceId: SourceId): boolean;
}

const REMEMBERED_MS = 60_000;
const MAX_SOURCES = 10_000;

export function createUnstableSources(deps: { readonly monotonicMs: () => number }): UnstableSources {
  const seenAtMs = new BoundedMap<string, number>(MAX_SOURCES);
  return {
    record(sourceId) {
      seenAtMs.set(toHex(sourceId), deps.monotonicMs());
    },
    has(sourceId) {
      const atMs = seenAtMs.get(toHex(sourceId));
      return atMs !== undefined && deps.monotonicMs() - atMs < REMEMBERED_MS;
    },
  };
}

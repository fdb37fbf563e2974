import { type CachedRead, createCachedRead } from '@oracle-gateway/ledger';
import type { FeedStore } from '@oracle-gateway/outbox';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { rowsOf } from './feed-history.js';

/** The values of a feed over a day, as a small chart shows them. */
export interface Trends {
  of(feedId: string): Promise<readonly string[]>;
}

const TREND_SECONDS = 86_400;
const TREND_STEP_SECONDS = 1_800;
const TREND_LIFE_MS = 60_000;
/** The feeds that may be open, twice: closed ones make room. */
const MAX_TRENDS = 200;

export interface TrendsDeps {
  readonly store: Pick<FeedStore, 'rows'>;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

export function createTrends({ store, nowMs, monotonicMs }: TrendsDeps): Trends {
  const known = new BoundedMap<string, CachedRead<readonly string[]>>(MAX_TRENDS);
  const read = async (feedId: string): Promise<readonly string[]> => {
    const toMs = nowMs();
    const rows = await store.rows({ feedId, fromMs: toMs - TREND_SECONDS * 1_000, toMs });
    return rowsOf(rows, TREND_STEP_SECONDS)
      .slice(-TREND_SECONDS / TREND_STEP_SECONDS)
      .map(({ value }) => value);
  };
  const trendOf = (feedId: string): CachedRead<readonly string[]> =>
    createCachedRead({ load: () => read(feedId), ttlMs: TREND_LIFE_MS, minRefreshIntervalMs: 0, monotonicMs });
  return { of: (feedId) => known.getOrCreate(feedId, () => trendOf(feedId)).get() };
}

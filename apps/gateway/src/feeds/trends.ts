import type { FeedStore } from '@oracle-gateway/outbox';
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
  const known = new Map<string, { readonly readAtMs: number; readonly values: Promise<readonly string[]> }>();
  const read = async (feedId: string): Promise<readonly string[]> => {
    const toMs = nowMs();
    const rows = await store.rows({ feedId, fromMs: toMs - TREND_SECONDS * 1_000, toMs });
    return rowsOf(rows, TREND_STEP_SECONDS)
      .slice(-TREND_SECONDS / TREND_STEP_SECONDS)
      .map(({ value }) => value);
  };
  return {
    of(feedId) {
      const last = known.get(feedId);
      if (last !== undefined && monotonicMs() - last.readAtMs < TREND_LIFE_MS) return last.values;
      const values = read(feedId);
      known.delete(feedId);
      known.set(feedId, { readAtMs: monotonicMs(), values });
      values.catch(() => known.delete(feedId));
      for (const oldest of known.keys()) {
        if (known.size <= MAX_TRENDS) break;
        known.delete(oldest);
      }
      return values;
    },
  };
}

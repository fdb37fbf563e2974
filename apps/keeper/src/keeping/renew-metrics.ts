import type { Upstreams } from '@oracle-gateway/process';
import type { FeedLedger } from '../feeds/feed-ledger.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import type { FeedStates } from '../state/feed-states.js';
import type { Metrics, Part } from '../telemetry/metrics.js';

export interface RenewMetricsDeps {
  readonly feeds: readonly KeptFeed[];
  readonly states: Pick<FeedStates, 'read'>;
  readonly ledger: Pick<FeedLedger, 'read'>;
  /** Lamports of the key that pays. */
  readonly payerLamports: () => Promise<bigint>;
  readonly metrics: Metrics;
  readonly upstreams: Upstreams<Part>;
  readonly nowMs: () => number;
  /** Time that was signed for the value of a feed, by the last reading. */
  readonly stamps: Map<string, number>;
}

/**
 * Reads what the metrics tell, apart from the checks: every keeper tells the age of every feed, also while no job arrives. Tells the health of
 * ledger and Redis. Throws nothing.
 */
export async function renewMetrics(deps: RenewMetricsDeps): Promise<void> {
  await Promise.all([readLedger(deps), readSpending(deps)]);
}

async function readLedger({ feeds, ledger, payerLamports, metrics, upstreams, stamps }: RenewMetricsDeps): Promise<void> {
  try {
    const [lamports, ...held] = await Promise.all([payerLamports(), ...feeds.map((feed) => ledger.read(feed))]);
    metrics.payerLamports.set(Number(lamports));
    feeds.forEach(({ name }, place) => {
      const value = held[place] ?? null;
      if (value !== null) stamps.set(name, value.observedAtMs);
    });
    upstreams.answered('ledger');
  } catch (error) {
    // The age that is told goes on from the last reading.
    metrics.payerLamports.set(Number.NaN);
    upstreams.failed('ledger', error);
  }
}

async function readSpending({ feeds, states, metrics, upstreams, nowMs }: RenewMetricsDeps): Promise<void> {
  try {
    for (const { name, feedId } of feeds) metrics.spent.set({ feed: name }, Number((await states.read(feedId, nowMs())).spentToday));
    upstreams.answered('redis');
  } catch (error) {
    upstreams.failed('redis', error);
  }
}

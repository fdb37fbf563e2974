import type { Upstreams } from '@oracle-gateway/process';
import type { KeptFeed } from '../feeds/kept-feed.js';
import type { Target } from '../feeds/target.js';
import type { FeeBudget } from '../state/fee-budget.js';
import type { FeedStates } from '../state/feed-states.js';
import { type Metrics, type Part, targetPart } from '../telemetry/metrics.js';

export interface RenewMetricsDeps {
  readonly feeds: readonly KeptFeed[];
  readonly states: Pick<FeedStates, 'read'>;
  readonly allTargets: readonly Pick<Target, 'name' | 'read' | 'payerWrites'>[];
  /** Fees by the name of the target. */
  readonly budgets: ReadonlyMap<string, Pick<FeeBudget, 'spentToday'>>;
  /** Asks the ledger whose registry verifies answers. */
  readonly pingLedger: () => Promise<unknown>;
  readonly metrics: Metrics;
  readonly upstreams: Upstreams<Part>;
  readonly nowMs: () => number;
  /** Stamps of the values of feeds, by target and feed, by the last reading. */
  readonly stamps: Stamps;
}

/** Stamps by the name of the target, then by the name of the feed. */
export type Stamps = ReadonlyMap<string, Map<string, number>>;

/**
 * Reads what the metrics tell, apart from the checks: every keeper tells the age of every feed, also while no job arrives. Tells the health of
 * targets, ledger and Redis. Throws nothing.
 */
export async function renewMetrics(deps: RenewMetricsDeps): Promise<void> {
  await Promise.all([readLedger(deps), readSpending(deps), ...deps.allTargets.map((target) => readTarget(deps, target))]);
}

async function readLedger({ pingLedger, upstreams }: RenewMetricsDeps): Promise<void> {
  try {
    await pingLedger();
    upstreams.answered('ledger');
  } catch (error) {
    upstreams.failed('ledger', error);
  }
}

async function readTarget(
  { feeds, metrics, upstreams, stamps }: RenewMetricsDeps,
  target: RenewMetricsDeps['allTargets'][number],
): Promise<void> {
  const { name } = target;
  const kept = feeds.filter(({ targets }) => targets.includes(name));
  try {
    const [writes, ...held] = await Promise.all([target.payerWrites(), ...kept.map((feed) => target.read(feed))]);
    metrics.payerWrites.set({ target: name }, writes);
    kept.forEach((feed, place) => {
      const value = held[place] ?? null;
      if (value !== null) stamps.get(name)?.set(feed.name, value.observedAtMs);
    });
    upstreams.answered(targetPart(name));
  } catch (error) {
    // The age that is told goes on from the last reading.
    metrics.payerWrites.set({ target: name }, Number.NaN);
    upstreams.failed(targetPart(name), error);
  }
}

async function readSpending({ feeds, budgets, states, metrics, upstreams, nowMs }: RenewMetricsDeps): Promise<void> {
  try {
    for (const { name, feedId } of feeds) metrics.spent.set({ feed: name }, Number((await states.read(feedId, nowMs())).spentToday));
    for (const [target, budget] of budgets) metrics.feesSpent.set({ target }, Number(await budget.spentToday(nowMs())));
    upstreams.answered('redis');
  } catch (error) {
    upstreams.failed('redis', error);
  }
}

import { linkAbort, traceWork, type Upstreams } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import type { FeedClient } from '../feeds/feed-client.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import { checkFeed } from '../feeds/check-feed.js';
import type { Targets } from '../feeds/targets.js';
import type { FeedStates } from '../state/feed-states.js';
import type { Metrics, Part } from '../telemetry/metrics.js';
import { reportCheck } from './check-reports.js';
import { tracedClient, tracedTargets } from './traced.js';

export interface CheckJobDeps {
  readonly states: FeedStates;
  readonly targets: Targets;
  readonly askedNodes: (quorum: number) => Promise<number>;
  readonly feeds: readonly { readonly feed: KeptFeed; readonly client: FeedClient }[];
  /** The wall clock, unix milliseconds. */
  readonly nowMs: () => number;
  /** A text that no other claim has. */
  readonly newToken: () => string;
  /** Life of a claim, milliseconds. */
  readonly claimMs: number;
  /** The longest wait of a feed that fails, milliseconds. */
  readonly backoffLimitMs: number;
  readonly metrics: Metrics;
  readonly upstreams: Upstreams<Part>;
  readonly logger: Logger;
}

/** Part of a claim after which its work is cut off, so that it ends before another keeper may begin. */
const WORKING_PART = 0.75;

/** Handles a job: one check of one feed, never two at once in this process. It tells of the feeds that were bought with it. Never rejects. */
export function createCheckJob(deps: CheckJobDeps, ending: AbortSignal): (name: string) => Promise<void> {
  const { states, askedNodes, nowMs, newToken, claimMs, backoffLimitMs } = deps;
  const targets = tracedTargets(deps.targets);
  const feeds = deps.feeds.map(({ feed, client }) => ({ feed, client: tracedClient(client) }));
  const kept = new Map(feeds.map(({ feed }) => [feed.name, feed]));
  const busy = new Set<string>();
  return async (name) => {
    const feed = kept.get(name);
    if (feed === undefined || busy.has(name) || ending.aborted) return;
    busy.add(name);
    const cut = linkAbort(ending);
    const timer = setTimeout(() => cut.abort(new DOMException('the check took too long', 'TimeoutError')), claimMs * WORKING_PART);
    try {
      const work = () => checkFeed({ states, targets, askedNodes, feeds, nowMs, newToken, claimMs, backoffLimitMs }, feed, cut.signal);
      for (const one of await traceWork('check', { 'oracle.feed': name }, work)) reportCheck(deps, one);
    } catch (error) {
      reportCheck(deps, { feed, outcome: { kind: 'failed', step: 'redis', error } });
    } finally {
      clearTimeout(timer);
      cut.release();
      busy.delete(name);
    }
  };
}

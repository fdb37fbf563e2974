import { requireDeployment } from '@oracle-gateway/ledger';
import { assertDurable, assertEveryReplicaCounts } from '@oracle-gateway/outbox';
import {
  createFailure,
  type MetricsListener,
  repeat,
  type Repetition,
  serveMetrics,
  type Service,
  withDeadline,
} from '@oracle-gateway/process';
import { createSchedule } from './clock/schedule.js';
import type { Config, Secrets } from './config/config.js';
import { type Context, createContext, type Overrides } from './context.js';
import { keepUp } from './keeping/keep-up.js';
import { renewMetrics } from './keeping/renew-metrics.js';
import { tellUpkeep, type ToldUpkeep } from './keeping/tell-upkeep.js';
import { createCheckJob } from './keeping/check-job.js';
import { planFeeds } from './plan/plan-feeds.js';

export { ConfigError } from '@oracle-gateway/app-config';
export { loadConfig, type Config, type Secrets } from './config/config.js';
export type { Overrides } from './context.js';

export interface Keeper extends Service {
  /** Rejects with DeploymentMismatchError when the ledger is of another deployment. The keeper must then be closed. */
  readonly failed: Promise<never>;
  /** Serves metrics and begins to check. `url` is the metrics listener's, null without one. */
  listen(): Promise<{ readonly url: string | null }>;
  /** Keeps all targets alive once, beside keepers that run. It serves nothing and checks no feed. */
  upkeep(): Promise<ToldUpkeep>;
  /** Takes no further check and lets running ones end, for twenty seconds at most; a second call cuts them off. */
  close(): Promise<void>;
}

const METRICS_MS = 5_000;
const UPKEEP_MS = 60_000;
const RENEWAL_MS = 30_000;
const DRAIN_MS = 20_000;
const CUT_OFF_MS = 2_000;

/**
 * One keeper. Throws ClientUsageError for an account that cannot be opened, and VolatileOutboxError while listening when Redis may lose what
 * it acknowledges. While ledger, gateway or Redis do not answer later, it goes on trying.
 */
export async function createKeeper(config: Config, secrets: Secrets, overrides: Overrides = {}): Promise<Keeper> {
  const context = await createContext(config, secrets, overrides);
  const { logger, metrics, upstreams, redis, queueRedis, prefix } = context;
  const failure = createFailure();
  const ending = new AbortController();
  const obstacles: Record<string, string> = { process: 'it has not started to check' };
  const repetitions: Repetition[] = [];
  let metricsListener: MetricsListener | undefined;
  let closing: Promise<void> | undefined;
  let isChecked = false;

  const schedule = createSchedule({
    redis,
    blockingRedis: queueRedis,
    prefix,
    concurrency: config.concurrentChecks,
    periods: new Map(config.feeds.map(({ name, checkIntervalMs }) => [name, checkIntervalMs])),
    onTick: createCheckJob({ ...context, claimMs: config.claimMs, backoffLimitMs: config.backoffLimitMs }, ending.signal),
    onTrouble: (error) => upstreams.failed('redis', error),
  });

  async function renewFeedMetrics(): Promise<void> {
    await renewMetrics({ ...context, feeds: context.feeds.map(({ feed }) => feed) });
    if (isChecked) return;
    const onLedger = await context.reader.config();
    isChecked = true;
    try {
      requireDeployment(onLedger, config);
    } catch (error) {
      failure.report(error);
    }
  }

  async function end(): Promise<void> {
    obstacles['process'] = 'it is closing';
    await Promise.all(repetitions.map((repetition) => repetition.stop()));
    const drained = schedule.close();
    drained.catch(() => undefined);
    if (!(await withDeadline(drained, DRAIN_MS).catch(() => false))) {
      ending.abort(new DOMException('the keeper is closing', 'AbortError'));
      await withDeadline(drained, CUT_OFF_MS).catch(() => false);
    }
    await metricsListener?.close();
    disconnect(context);
  }

  return {
    failed: failure.failed,
    logger,
    async listen() {
      await assertDurable(redis, { ...config.durability, table: 'redis' }, prefix);
      await assertEveryReplicaCounts(redis, { ...config.durability, table: 'redis' }, prefix);
      metricsListener =
        config.metrics === null
          ? undefined
          : await serveMetrics(
              { registry: metrics.registry, troubles: () => upstreams.troubles(), obstacles: () => obstacles },
              config.metrics,
            );
      const onError = (error: unknown): void => logger.warn({ err: error }, 'the metrics or the schedule could not be renewed');
      await schedule.renew();
      repetitions.push(repeat(renewFeedMetrics, { intervalMs: METRICS_MS, onError }));
      repetitions.push(repeat(() => keepUp(context, ending.signal), { intervalMs: UPKEEP_MS, onError }));
      repetitions.push(repeat(() => schedule.renew(), { intervalMs: RENEWAL_MS, startsLater: true, onError }));
      schedule.start();
      delete obstacles['process'];
      const url = metricsListener?.url ?? null;
      logger.info({ url, feeds: config.feeds.length }, 'listening');
      void tellPlan(context, config);
      return { url };
    },
    upkeep: () => tellUpkeep(context, ending.signal),
    close() {
      if (closing !== undefined) ending.abort(new DOMException('the keeper is told twice to close', 'AbortError'));
      return (closing ??= end());
    },
  };
}

/** Logs the expected cost of a day, once at the start. */
async function tellPlan({ logger, feeds }: Context, config: Config): Promise<void> {
  const { feeds: planned, lists } = await planFeeds(config, feeds);
  for (const { feed, account, plan, trouble } of planned) {
    const { name } = feed;
    if (plan === null) logger.warn({ feed: name, reason: trouble }, 'the cost of a day is unknown');
    else {
      const { costPerDay, lamportsPerDay, gasPerDay, ...counts } = plan;
      const members = {
        feed: name,
        ...counts,
        costPerDay: `${costPerDay}`,
        unit: account.unit,
        lamportsPerDay: `${lamportsPerDay}`,
        gasPerDay: `${gasPerDay}`,
      };
      if (plan.writesToSpare !== null && plan.writesToSpare < 0)
        logger.warn(members, 'max_per_day does not cover the heartbeats: raise it');
      else logger.info(members, 'cost of a day without deviations');
    }
  }
  for (const { names, month, account } of lists) {
    const members = month === null ? {} : { rounds: month.rounds, cost: `${month.cost}`, unit: account.unit };
    logger.info({ feeds: names, ...members }, 'feeds that fall due together share a round: cost of a month');
  }
}

function disconnect({ servers, redis, confirming, queueRedis }: Context): void {
  servers.close();
  redis.disconnect();
  confirming.disconnect();
  queueRedis.disconnect();
}

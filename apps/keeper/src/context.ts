import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createLedgerReader,
  createPacedRpc,
  createRpcServers,
  type LedgerReader,
  type RpcServers,
  presentUrl,
} from '@oracle-gateway/ledger';
import { connectRedis, createConfirmedCalls, type OutboxConnection } from '@oracle-gateway/outbox';
import { deriveDeploymentId } from '@oracle-gateway/protocol';
import { beginAtZero, createLogger, createUpstreams, reportRpcServer, type Upstreams } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import type { Config, Secrets } from './config/config.js';
import { CHECK_STEPS } from './feeds/check-outcome.js';
import type { Target } from './feeds/target.js';
import { createTargets, type Targets } from './feeds/targets.js';
import { askedNodes } from './gateway/asked-nodes.js';
import { fetchSnapshots } from './gateway/fetch-snapshots.js';
import { type HeardGateway, hearGateways } from './gateway/heard-gateways.js';
import { openFeeds, type OpenedFeed } from './gateway/open-feeds.js';
import { createRpcFetch } from './gateway/rpc-fetch.js';
import type { Stamps } from './keeping/renew-metrics.js';
import { createFeeBudget, type FeeBudget } from './state/fee-budget.js';
import type { FeedStates } from './state/feed-states.js';
import { createMetSets } from './state/met-sets.js';
import { createSenderState } from './state/sender-state.js';
import { createRedisFeedStates } from './state/redis-feed-states.js';
import { createMetrics, type Metrics, type Part, PARTS, targetPart } from './telemetry/metrics.js';

/** Parts that a test may replace. */
export interface Overrides {
  readonly logger?: Logger;
  /** The wall clock. */
  readonly nowMs?: () => number;
  /** JSON of a registry snapshot, in the place of what gateways serve. */
  readonly snapshot?: unknown;
}

/** All parts of one keeper; nothing runs yet. */
export interface Context {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly upstreams: Upstreams<Part>;
  readonly redis: OutboxConnection;
  /** Connection for writes that replicas confirm; `redis` where none is waited for. */
  readonly confirming: OutboxConnection;
  /** Connection for the blocking reads of the queue. */
  readonly queueRedis: OutboxConnection;
  /** Beginning of all keys in Redis. */
  readonly prefix: string;
  readonly servers: RpcServers;
  readonly reader: LedgerReader;
  readonly pingLedger: () => Promise<unknown>;
  readonly states: FeedStates;
  readonly allTargets: readonly Target[];
  readonly targets: Targets;
  /** Fees by the name of the target. */
  readonly budgets: ReadonlyMap<string, FeeBudget>;
  readonly askedNodes: (quorum: number) => Promise<number>;
  readonly gateways: readonly HeardGateway[];
  readonly feeds: readonly OpenedFeed[];
  readonly newToken: () => string;
  readonly nowMs: () => number;
  /** Exported with the metrics. */
  readonly stamps: Stamps;
}

const RPC_LIMITS = { timeoutMs: 5_000, maxAnswerBytes: 1_024 * 1_024 } as const;
/** Settings of the program change rarely. */
const CONFIG_TTL_MS = 5_000;

/** Throws ClientUsageError for an account that cannot be opened. */
export async function createContext(config: Config, secrets: Secrets, overrides: Overrides = {}): Promise<Context> {
  const { logger = createLogger({ app: 'keeper', level: config.logLevel }), nowMs = Date.now, snapshot } = overrides;
  const stamps: Stamps = new Map(config.targets.map(({ name }) => [name, new Map<string, number>()]));
  const metrics = createMetrics(({ ageSeconds }) => {
    for (const { name: feed, targets } of config.feeds)
      for (const target of targets) {
        const observedAtMs = stamps.get(target)?.get(feed);
        ageSeconds.set({ feed, target }, observedAtMs === undefined ? Number.NaN : (nowMs() - observedAtMs) / 1_000);
      }
  });
  for (const { name, rule, maxPerDay } of config.feeds) {
    metrics.heartbeatSeconds.set({ feed: name }, rule.heartbeatMs / 1_000);
    if (maxPerDay !== null) metrics.spendingLimit.set({ feed: name }, Number(maxPerDay));
    beginAtZero(metrics.failures, { feed: [name], step: CHECK_STEPS });
  }
  const { programId, network } = config;
  const { rpcUrls, redisLocation } = secrets;
  const servers = createRpcServers({
    rpcUrls,
    network,
    onTrouble: (server, trouble) => reportRpcServer({ logger }, { server, trouble }),
  });
  const rpc = createPacedRpc({ rpc: servers.client(RPC_LIMITS) });
  const fetch = createRpcFetch({ rpcUrl: presentUrl(rpcUrls[0] ?? ''), rpc, fetch: (input, init) => globalThis.fetch(input, init) });
  // Accounts first: a setting that breaks a rule is refused before anything is opened.
  const gateways = hearGateways(config.gateways, (gateway, { operation, endsAt, advice }) =>
    logger.warn({ gateway, operation, endsAt }, `the gateway ends an operation; ${advice}`),
  );
  const feeds = await openFeeds({ config, gateways, secrets, fetch, nowMs });
  const reader = createLedgerReader({ rpc, programId, configTtlMs: CONFIG_TTL_MS });
  const upstreams = createUpstreams(
    { up: metrics.up, logger },
    { parts: [...PARTS, ...config.targets.map(({ name }) => targetPart(name))], waiting: 'feeds' },
  );
  const { minReplicas } = config.durability;
  const prefix = `{og-keeper:${config.namespace}}`;
  const onError = (error: Error): void => upstreams.failed('redis', error);
  const redis = connectRedis(redisLocation, { onError });
  // A server answers nothing else on a connection before its WAIT is over.
  const confirming = minReplicas === 0 ? redis : connectRedis(redisLocation, { onError });
  const confirmed = createConfirmedCalls({ redis: confirming, prefix, minReplicas });
  const deploymentId = deriveDeploymentId({ programId, network });
  const budgets = new Map(
    config.targets.map(({ name, maxFeesPerDay: limit }) => {
      if (limit !== null) metrics.feesLimit.set({ target: name }, Number(limit));
      return [name, createFeeBudget({ redis, confirmed, prefix }, { target: name, limit })] as const;
    }),
  );
  const allTargets = config.targets.map((target): Target => {
    const { name } = target;
    const [own, budget] = [secrets.targets.get(name), budgets.get(name)];
    if (own === undefined || budget === undefined) throw new TypeError('a target whose key was not read');
    return target.open(own, {
      ...{ programId, deploymentId, reader, rpc, servers, budget },
      senderState: createSenderState({ confirmed, prefix }, name),
      metSets: createMetSets({ redis, prefix }, { target: name }),
      fetchSnapshots: (version, signal) =>
        snapshot === undefined ? fetchSnapshots({ fetch: globalThis.fetch, gateways }, version, signal) : Promise.resolve([snapshot]),
      logger: logger.child({ target: name }),
      ...{ nowMs, newToken: randomUUID, wait: waitFor },
    });
  });
  return {
    logger,
    metrics,
    upstreams,
    redis,
    confirming,
    queueRedis: connectRedis(redisLocation, { onError, blocking: true }),
    prefix,
    servers,
    reader,
    pingLedger: () => reader.config(),
    states: createRedisFeedStates({ redis, confirmed, prefix }),
    allTargets,
    budgets,
    targets: createTargets(allTargets),
    askedNodes: (quorum) => askedNodes(reader, quorum),
    gateways,
    feeds,
    newToken: randomUUID,
    nowMs,
    stamps,
  };
}

function waitFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal });
}

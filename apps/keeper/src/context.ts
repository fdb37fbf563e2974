import { randomUUID } from 'node:crypto';
import {
  createKeepAliveFetch,
  createLedgerReader,
  createLedgerSender,
  createPacedRpc,
  createPriorityFee,
  createRpcServers,
  type LedgerReader,
  type RpcServers,
  signerFromSecretKey,
} from '@oracle-gateway/ledger';
import { connectRedis, createConfirmedCalls, type OutboxConnection } from '@oracle-gateway/outbox';
import { beginAtZero, createLogger, createUpstreams, reportRpcServer, type Upstreams } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import type { Config, Secrets } from './config/config.js';
import { CHECK_STEPS } from './feeds/check-outcome.js';
import type { FeedLedger } from './feeds/feed-ledger.js';
import { openFeeds, type OpenedFeed } from './gateway/open-feeds.js';
import { createFeedLedger } from './ledger/create-feed-ledger.js';
import { createRpcFetch } from './ledger/rpc-fetch.js';
import type { FeedStates } from './state/feed-states.js';
import { createRedisFeedStates } from './state/redis-feed-states.js';
import { createMetrics, type Metrics, type Part, PARTS } from './telemetry/metrics.js';

/** Parts that a test may replace. */
export interface Overrides {
  readonly logger?: Logger;
  /** The wall clock. */
  readonly nowMs?: () => number;
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
  readonly payerLamports: () => Promise<bigint>;
  readonly states: FeedStates;
  readonly ledger: FeedLedger;
  readonly feeds: readonly OpenedFeed[];
  readonly newToken: () => string;
  readonly nowMs: () => number;
  /** Stamp of the value that a feed has on the ledger, by the feed's name: exported with the metrics. */
  readonly stamps: Map<string, number>;
}

const RPC_LIMITS = { timeoutMs: 5_000, maxAnswerBytes: 1_024 * 1_024 } as const;
const FEE_LIMITS = { timeoutMs: 1_000, maxAnswerBytes: 256 * 1_024 } as const;
/** Settings of the program change rarely. */
const CONFIG_TTL_MS = 5_000;

/** Throws ClientUsageError for an account that cannot be opened. */
export async function createContext(config: Config, secrets: Secrets, overrides: Overrides = {}): Promise<Context> {
  const { logger = createLogger({ app: 'keeper', level: config.logLevel }), nowMs = Date.now } = overrides;
  const stamps = new Map<string, number>();
  const metrics = createMetrics(({ ageSeconds }) => {
    for (const { name } of config.feeds) {
      const observedAtMs = stamps.get(name);
      ageSeconds.set({ feed: name }, observedAtMs === undefined ? Number.NaN : (nowMs() - observedAtMs) / 1_000);
    }
  });
  for (const { name, rule, maxPerDay } of config.feeds) {
    metrics.heartbeatSeconds.set({ feed: name }, rule.heartbeatMs / 1_000);
    if (maxPerDay !== null) metrics.spendingLimit.set({ feed: name }, Number(maxPerDay));
    beginAtZero(metrics.failures, { feed: [name], step: CHECK_STEPS });
  }
  const { programId, network, priorityFee } = config;
  const { rpcUrls, redisLocation } = secrets;
  const servers = createRpcServers({
    rpcUrls,
    network,
    fetch: createKeepAliveFetch(),
    onTrouble: (server, trouble) => reportRpcServer({ logger }, { server, trouble }),
  });
  const rpc = createPacedRpc({ rpc: servers.client(RPC_LIMITS) });
  const fetch = createRpcFetch({ rpcUrl: rpcUrls[0] ?? '', rpc, fetch: (input, init) => globalThis.fetch(input, init) });
  // Accounts first: a setting that breaks a rule is refused before anything is opened.
  const feeds = await openFeeds({ config, secrets, fetch, nowMs });
  const signer = signerFromSecretKey(secrets.payerKey);
  const reader = createLedgerReader({ rpc, programId, configTtlMs: CONFIG_TTL_MS });
  const upstreams = createUpstreams({ up: metrics.up, logger }, { parts: PARTS, waiting: 'feeds' });
  const onError = (error: Error): void => upstreams.failed('redis', error);
  const redis = connectRedis(redisLocation, { onError });
  const { minReplicas } = config.durability;
  // A server answers nothing else on a connection before its WAIT is over.
  const confirming = minReplicas === 0 ? redis : connectRedis(redisLocation, { onError });
  const prefix = `{og-keeper:${config.namespace}}`;
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
    payerLamports: async () => (await reader.lamports([signer.address])).lamports[0] ?? 0n,
    states: createRedisFeedStates({ redis, confirmed: createConfirmedCalls({ redis: confirming, prefix, minReplicas }), prefix }),
    ledger: createFeedLedger({
      programId,
      payer: signer.address,
      reader,
      sender: createLedgerSender({ rpc, signer }),
      priorityFee: createPriorityFee({
        rpc: servers.optionalClient(FEE_LIMITS),
        percentile: priorityFee.percentile,
        capMicroLamports: BigInt(priorityFee.capMicroLamports),
        deadlineMs: FEE_LIMITS.timeoutMs,
      }),
    }),
    feeds,
    newToken: randomUUID,
    nowMs,
    stamps,
  };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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
  submitManyComputeUnits,
  presentUrl,
} from '@oracle-gateway/ledger';
import { connectRedis, createConfirmedCalls, type OutboxConnection } from '@oracle-gateway/outbox';
import { deriveDeploymentId, LIST_GROUP, MAX_NODES } from '@oracle-gateway/protocol';
import { beginAtZero, createLogger, createUpstreams, reportRpcServer, type Upstreams } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import type { Config, Secrets } from './config/config.js';
import { CHECK_STEPS } from './feeds/check-outcome.js';
import type { Target } from './feeds/target.js';
import { createTargets, type Targets } from './feeds/targets.js';
import { askedNodes } from './gateway/asked-nodes.js';
import { fetchSnapshots } from './gateway/fetch-snapshots.js';
import { openFeeds, type OpenedFeed } from './gateway/open-feeds.js';
import { createRpcFetch } from './gateway/rpc-fetch.js';
import type { Stamps } from './keeping/renew-metrics.js';
import { createFeeBudget, type FeeBudget } from './state/fee-budget.js';
import type { FeedStates } from './state/feed-states.js';
import { createSenderState } from './state/sender-state.js';
import { createRedisFeedStates } from './state/redis-feed-states.js';
import { createEvmContract } from './targets/evm/evm-contract.js';
import { evmAccountOf } from './targets/evm/evm-key.js';
import { createEvmSender } from './targets/evm/evm-sender.js';
import { createEvmServers } from './targets/evm/evm-servers.js';
import { createEvmTarget } from './targets/evm/create-evm-target.js';
import { createSnapshotKeeping } from './targets/evm/keep-snapshots.js';
import { lamportsOf } from './targets/solana/lamports.js';
import { createRaisedFees } from './targets/solana/raised-fees.js';
import { createSolanaTarget } from './targets/solana/create-solana-target.js';
import { createMetrics, type Metrics, type Part, PARTS, targetPart } from './telemetry/metrics.js';

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
  readonly pingLedger: () => Promise<unknown>;
  readonly states: FeedStates;
  readonly allTargets: readonly Target[];
  readonly targets: Targets;
  /** Fees by the name of the target. */
  readonly budgets: ReadonlyMap<string, FeeBudget>;
  readonly askedNodes: (quorum: number) => Promise<number>;
  readonly feeds: readonly OpenedFeed[];
  readonly newToken: () => string;
  readonly nowMs: () => number;
  /** Exported with the metrics. */
  readonly stamps: Stamps;
}

const RPC_LIMITS = { timeoutMs: 5_000, maxAnswerBytes: 1_024 * 1_024 } as const;
const FEE_LIMITS = { timeoutMs: 1_000, maxAnswerBytes: 256 * 1_024 } as const;
/** Settings of the program change rarely. */
const CONFIG_TTL_MS = 5_000;

/** Throws ClientUsageError for an account that cannot be opened. */
export async function createContext(config: Config, secrets: Secrets, overrides: Overrides = {}): Promise<Context> {
  const { logger = createLogger({ app: 'keeper', level: config.logLevel }), nowMs = Date.now } = overrides;
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
    fetch: createKeepAliveFetch(),
    onTrouble: (server, trouble) => reportRpcServer({ logger }, { server, trouble }),
  });
  const rpc = createPacedRpc({ rpc: servers.client(RPC_LIMITS) });
  const fetch = createRpcFetch({ rpcUrl: presentUrl(rpcUrls[0] ?? ''), rpc, fetch: (input, init) => globalThis.fetch(input, init) });
  // Accounts first: a setting that breaks a rule is refused before anything is opened.
  const feeds = await openFeeds({ config, secrets, fetch, nowMs });
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
  const allTargets = config.targets.map((settings): Target => {
    const [own, budget] = [secrets.targets.get(settings.name), budgets.get(settings.name)];
    if (own === undefined || budget === undefined) throw new TypeError('a target whose key was not read');
    switch (settings.kind) {
      case 'solana': {
        const { percentile, capMicroLamports } = settings.priorityFee;
        const cap = BigInt(capMicroLamports);
        const signer = signerFromSecretKey(own.key);
        return createSolanaTarget({
          ...{ name: settings.name, programId, payer: signer.address, reader },
          sender: createLedgerSender({ rpc, signer }),
          ...{ budget, nowMs },
          fees: createRaisedFees(
            {
              feeOf: (feed) =>
                createPriorityFee({
                  ...{ rpc: servers.optionalClient(FEE_LIMITS), accounts: [feed], percentile },
                  ...{ capMicroLamports: cap, deadlineMs: FEE_LIMITS.timeoutMs },
                }),
            },
            { capMicroLamports: cap },
          ),
          mostLamports: lamportsOf(submitManyComputeUnits(MAX_NODES, LIST_GROUP), cap),
        });
      }
      case 'evm': {
        const { name, contract: address, chainId, confirmations, maxFeeGwei } = settings;
        const [chain, account] = [createEvmServers({ target: name, chainId, rpcUrls: own.rpcUrls }), evmAccountOf(own.key)];
        const contract = createEvmContract({ servers: chain }, { target: name, address });
        const state = createSenderState({ confirmed, prefix }, name);
        const sending = { target: name, chainId, account, servers: chain, state, budget, maxFeeGwei };
        const sender = createEvmSender({ ...sending, nowMs, newToken: randomUUID, wait: waitFor });
        const snapshots = createSnapshotKeeping({
          ...{ target: name, contract, sender, deploymentId, wait: waitFor },
          fetchSnapshots: (version, signal) => fetchSnapshots({ fetch: globalThis.fetch, gateways: config.gateways }, version, signal),
          onBrought: (version) => logger.info({ target: name, version: `${version}` }, 'brought a registry version'),
        });
        const deps = { servers: chain, contract, sender, snapshots, deploymentId, wait: waitFor };
        return createEvmTarget(deps, { name, address, payer: account.address, confirmations, maxFeeGwei });
      }
    }
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
    feeds,
    newToken: randomUUID,
    nowMs,
    stamps,
  };
}

function waitFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal });
}

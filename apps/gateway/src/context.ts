import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { createLedgerReader, type LedgerReader } from '@oracle-gateway/ledger';
import {
  assertDurable,
  connectRedis,
  createOutbox,
  createSettlementQueue,
  IDENTITY_TTL_SECONDS,
  type Outbox,
  RESULT_TTL_SECONDS,
  type SettlementQueue,
} from '@oracle-gateway/outbox';
import { type Address, createEd25519Verifier, deriveDeploymentId, type DeploymentId, equalBytes } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import { createWasmVerify } from '@oracle-gateway/schnorr/wasm';
import type { Redis } from 'ioredis';
import { type Logger, pino } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { MAX_REQUEST_BYTES } from './admission/round-request.js';
import { createSubscriptionAdmission } from './admission/subscription.js';
import type { Config, Secrets } from './config.js';
import { createEvents, type Events } from './events.js';
import { createGatewayStanding } from './gateway-standing.js';
import type { Routes } from './http/endpoint.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createNodeClient, type NodeClient } from './nodes/node-client.js';
import { createNodeDirectory } from './nodes/node-directory.js';
import { createNodeHealth } from './nodes/node-health.js';
import { createSessionReleases, type SessionReleases } from './nodes/session-releases.js';
import { createReadiness } from './readiness.js';
import { type Capacity, createCapacity } from './rounds/capacity.js';
import type { RandomBytes } from './rounds/eligible-set.js';
import { exactRule } from './rounds/exact-rule.js';
import { createRoundService } from './rounds/round-service.js';
import { startReservationSweep } from './rounds/reservation-sweep.js';
import { executeRound } from './routes/execute-round.js';
import { getHealth } from './routes/get-health.js';
import { getInfo } from './routes/get-info.js';
import { getNodes } from './routes/get-nodes.js';
import { getReady } from './routes/get-ready.js';
import { getRound } from './routes/get-round.js';

/** Aggregate keys remembered: sets of signers that recur. */
const MAX_AGGREGATE_KEYS = 4_096;
/** Consumers whose keys stay decoded, at most 200 KB each. */
const MAX_REMEMBERED_KEYS = 256;

/** What a test or another launcher may put in place of the real thing. */
export interface Overrides {
  readonly ledger?: LedgerReader;
  readonly logger?: Logger;
  readonly nowMs?: () => number;
  readonly randomBytes?: RandomBytes;
}

/** The program on the ledger was initialised for another network or program than the configuration names. */
export class DeploymentMismatchError extends Error {
  override readonly name = 'DeploymentMismatchError';

  constructor() {
    super('solana.network or solana.program_id: the deployment id on the ledger is another');
  }
}

/** Everything the application consists of, and how to end it. */
export interface Context {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: Events;
  readonly routes: Routes;
  readonly nowMs: () => number;
  /** Refuses new rounds, waits up to `graceMs` for those under way, then ends them. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Constructs the gateway. Throws DeploymentMismatchError, VolatileOutboxError, or what the ledger reader throws. */
export async function createContext(config: Config, secrets: Secrets, overrides: Overrides): Promise<Context> {
  const nowMs = overrides.nowMs ?? Date.now;
  const logger = overrides.logger ?? pino({ name: 'gateway', level: config.logLevel });
  const gateway = gatewayAddress(config.programId, secrets.gatewayKeypair.address);
  const ledger = overrides.ledger ?? createReader(config, secrets);
  const deploymentId = await checkDeployment(config, ledger);
  const redis = await openRedis(config, secrets, logger);

  const capacity = createCapacity({ max: config.rounds.max_concurrent });
  const metrics = createMetrics({ roundsInFlight: capacity.inFlight });
  const health = createNodeHealth({ nowMs });
  const events = createEvents({ logger, metrics, health });
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: RESULT_TTL_SECONDS });
  const queue = config.settlementEnabled ? openQueue(redis, gateway, events) : null;
  const client = createNodeClient({ deploymentId, keypair: secrets.gatewayKeypair, events, nowMs });
  const releases = createSessionReleases({ client, events });
  const sweep = startReservationSweep({ outbox, events });
  const shutdown = new AbortController();
  // Every round under way listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, shutdown.signal);
  const parts = {
    config,
    ledger,
    deploymentId,
    gateway,
    redis,
    capacity,
    health,
    events,
    outbox,
    queue,
    client,
    releases,
    nowMs,
    shutdown,
  };
  const routes = createRoutes({ ...parts, verify: await createWasmVerify(), randomBytes: overrides.randomBytes ?? randomBytes });

  return {
    logger,
    metrics,
    events,
    routes,
    nowMs,
    drain: (graceMs) => drain(capacity, shutdown, graceMs),
    async close() {
      await sweep.stop();
      await releases.close();
      await client.close();
      await queue?.close();
      redis.disconnect();
    },
  };
}

function createReader({ programId, agent, ledger }: Config, { rpcUrl }: Secrets): LedgerReader {
  return createLedgerReader({
    rpcUrl,
    programId,
    configTtlMs: agent.protocol_config_ttl_seconds * 1000,
    subscriptionTtlMs: ledger.subscription_ttl_ms,
  });
}

/** Neither signed hash binds the cluster, so one gateway keypair must never serve two (protocol §5). */
async function checkDeployment({ programId, network }: Config, ledger: Pick<LedgerReader, 'config'>): Promise<DeploymentId> {
  const expected = deriveDeploymentId({ programId, network });
  const { deploymentId } = await ledger.config();
  if (!equalBytes(deploymentId, expected)) throw new DeploymentMismatchError();
  return deploymentId;
}

async function openRedis({ outbox }: Config, { outboxUrl }: Secrets, logger: Logger): Promise<Redis> {
  const redis = connectRedis(outboxUrl, {
    onError: (error) => {
      logger.error({ err: error }, 'outbox connection');
    },
  });
  try {
    await assertDurable(redis, { allowVolatile: outbox.allow_volatile, durability: outbox.durability });
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

function openQueue(redis: Redis, gateway: Address, events: Events): SettlementQueue {
  return createSettlementQueue({
    redis,
    gateway,
    onWakeFailure: (cause, roundId) => {
      events.outboxTrouble({ roundId, action: 'wake', cause });
    },
  });
}

interface RouteParts {
  readonly config: Config;
  readonly ledger: LedgerReader;
  readonly deploymentId: DeploymentId;
  readonly gateway: Address;
  readonly redis: Redis;
  readonly capacity: Capacity;
  readonly health: ReturnType<typeof createNodeHealth>;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly queue: SettlementQueue | null;
  readonly client: NodeClient;
  readonly releases: SessionReleases;
  readonly nowMs: () => number;
  readonly shutdown: AbortController;
  readonly verify: Awaited<ReturnType<typeof createWasmVerify>>;
  readonly randomBytes: RandomBytes;
}

function createRoutes(parts: RouteParts): Routes {
  const { config, ledger, gateway, outbox, nowMs } = parts;
  const { programId, network, rounds } = config;
  const skewSeconds = config.agent.timestamp_skew_seconds;
  const gatewayStanding = createGatewayStanding({ ledger, gateway, nowMs });
  const directory = createNodeDirectory({ ledger });
  const verifySignature = createEd25519Verifier({ maxKeys: MAX_REMEMBERED_KEYS });
  const maxInFlight = config.outbox.max_in_flight_per_subscription;
  const admit = createSubscriptionAdmission({
    ledger,
    gatewayStanding,
    verifySignature,
    programId,
    gateway,
    skewSeconds,
    maxInFlight,
    nowMs,
  });
  const serveRound = createRoundService({
    ...parts,
    directory,
    rule: exactRule,
    aggregateKeys: createAggregateKeyCache({ maxEntries: MAX_AGGREGATE_KEYS }),
    observeDeadlineMs: rounds.observe_deadline_ms,
    signDeadlineMs: rounds.sign_deadline_ms,
    roundDeadlineMs: rounds.deadline_ms,
    maxInFlight: config.outbox.max_in_flight,
    processName: `${hostname()}:${process.pid}`,
    shutdown: parts.shutdown.signal,
  });
  const isStopping = (): boolean => parts.capacity.isDraining();
  const limits = {
    requestBytes: MAX_REQUEST_BYTES,
    timestampSkewSeconds: skewSeconds,
    concurrentRounds: rounds.max_concurrent,
    roundDeadlineMs: rounds.deadline_ms,
  };
  return {
    executeRound: executeRound({ admit, serveRound, allowedSources: config.allowedSources }),
    getHealth,
    getReady: getReady({ readiness: createReadiness({ redis: parts.redis, ledger, directory, gatewayStanding, isStopping }) }),
    getNodes: getNodes({ ledger }),
    getInfo: getInfo({ ledger, programId, gateway, network, limits, version: packageJson.version }),
    getRound: getRound({ outbox }),
  };
}

async function drain(capacity: Capacity, shutdown: AbortController, graceMs: number): Promise<void> {
  const timer = setTimeout(() => {
    shutdown.abort();
  }, graceMs);
  await capacity.drain();
  clearTimeout(timer);
  shutdown.abort();
}

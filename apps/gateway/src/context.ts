import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogDestination } from '@oracle-gateway/app-config';
import {
  createLedgerReader,
  createRpcClient,
  createTransactionHistory,
  type LedgerReader,
  type TransactionHistory,
} from '@oracle-gateway/ledger';
import {
  createCallBudget,
  createOutbox,
  createSettlementQueue,
  IDENTITY_TTL_SECONDS,
  type Outbox,
  outboxPrefix,
  RESULT_TTL_SECONDS,
  type SettlementQueue,
} from '@oracle-gateway/outbox';
import type { Address, DeploymentId } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { createNativeEd25519Verifier } from '@oracle-gateway/protocol/node';
import { createAggregateKeyCache, createCurveVerify, type Curve } from '@oracle-gateway/schnorr';
import { createWasmCurve } from '@oracle-gateway/schnorr/wasm';
import type { Redis } from 'ioredis';
import { type Logger, pino } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { createDelegateLookup, createSubscriptionLookup } from './admission/ledger-lookup.js';
import { MAX_REQUEST_BYTES } from './admission/request-body.js';
import { createSubscriptionAdmission } from './admission/subscription.js';
import { createAgentRoutes } from './agent-routes.js';
import type { Config, Secrets } from './config.js';
import { checkDeployment } from './deployment.js';
import { createEvents, type Events } from './events.js';
import { createGatewayStanding } from './gateway-standing.js';
import type { Routes } from './http/endpoint.js';
import { createMetrics, type Metrics } from './metrics.js';
import { type CallPace, createCallPace } from './nodes/call-pace.js';
import { type CommitmentStock, createCommitmentStock } from './nodes/commitment-stock.js';
import { createHedgeBudget } from './nodes/hedge-budget.js';
import { createNodeClient, type NodeClient } from './nodes/node-client.js';
import { createNodeDirectory } from './nodes/node-directory.js';
import { createNodeHealth } from './nodes/node-health.js';
import { createSessionReleases, type SessionReleases } from './nodes/session-releases.js';
import { openOutboxConnection, type OutboxConnection } from './outbox-connection.js';
import { createOutboxProbe } from './outbox-probe.js';
import type { ProviderAccess } from './provider-access.js';
import { createPaymentSearch, type FindPayment } from './payments/find-payment.js';
import { createPaymentSweep } from './payments/payment-sweep.js';
import { openPaymentFacility, type PaymentFacility } from './payments/payment-facility.js';
import { createReadiness } from './readiness.js';
import { type Capacity, createCapacity } from './rounds/capacity.js';
import { createChargeRound } from './rounds/charge-round.js';
import { drainRounds } from './rounds/drain-rounds.js';
import { createSessions } from './session-routes.js';
import type { RandomBytes } from './rounds/eligible-set.js';
import { createPayRound } from './rounds/pay-round.js';
import { createRoundService, type RoundServiceDeps } from './rounds/round-service.js';
import { createReservationSweep } from './rounds/reservation-sweep.js';
import { executeRound } from './routes/execute-round.js';
import { getHealth } from './routes/get-health.js';
import { getInfo } from './routes/get-info.js';
import { getNodes } from './routes/get-nodes.js';
import { createSponsorship, type Sponsorship } from './sponsorship.js';
import { getProvider } from './routes/get-provider.js';
import { getProviders } from './routes/get-providers.js';
import { getReady } from './routes/get-ready.js';
import { getRound } from './routes/get-round.js';
import { getRoundEvidence } from './routes/get-round-evidence.js';
import { startSweep } from './sweep-timer.js';
import { createX402Routes, type X402Service } from './x402-routes.js';

/** Aggregate keys remembered: sets of signers that recur. */
const MAX_AGGREGATE_KEYS = 4_096;
/** Consumers whose keys stay decoded. */
const MAX_REMEMBERED_KEYS = 256;

const CLOSE_MS = 1_500;

/** What a test or another launcher may put in place of the real thing. */
export interface Overrides {
  readonly ledger?: LedgerReader;
  readonly history?: TransactionHistory;
  readonly logger?: Logger;
  /** The wall clock: what timestamps are compared with. */
  readonly nowMs?: () => number;
  /** What ages and durations are measured with: never set back. */
  readonly monotonicMs?: () => number;
  readonly randomBytes?: RandomBytes;
}

/** Everything the application consists of, and how to end it. */
export interface Context {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: Events;
  readonly routes: Routes;
  readonly monotonicMs: () => number;
  /** Refuses new rounds, waits up to `graceMs` for those under way, then ends them: one and a half seconds more at most. */
  drain(graceMs: number): Promise<void>;
  /** At most one and a half seconds. */
  close(): Promise<void>;
}

/** Constructs the gateway. Throws DeploymentMismatchError, MintMismatchError, VolatileOutboxError, or what the ledger reader throws. */
export async function createContext(config: Config, secrets: Secrets, overrides: Overrides): Promise<Context> {
  const nowMs = overrides.nowMs ?? Date.now;
  const monotonicMs = overrides.monotonicMs ?? (() => performance.now());
  const logger = overrides.logger ?? pino({ name: 'gateway', level: config.logLevel }, createLogDestination());
  const gateway = gatewayAddress(config.programId, secrets.gatewayKeypair.address);
  const ledger = overrides.ledger ?? createReader(config, secrets);
  const { deploymentId, mint } = await checkDeployment(config, ledger);
  const options = { allowVolatile: config.outbox.allow_volatile, durability: config.outbox.durability };
  const connection = await openOutboxConnection({ outboxUrl: secrets.outboxUrl, options, gateway, logger });
  const { redis, durability } = connection;

  const capacity = createCapacity({ max: config.rounds.max_concurrent });
  const metrics = createMetrics({ roundsInFlight: capacity.inFlight });
  const health = createNodeHealth({ monotonicMs });
  const pace = createCallPace();
  const events = createEvents({ logger, metrics, health, pace });
  const outbox = createOutbox({
    redis,
    gateway,
    identityTtlSeconds: IDENTITY_TTL_SECONDS,
    resultTtlSeconds: RESULT_TTL_SECONDS,
    durability,
  });
  const queue = config.settlementEnabled ? openQueue(redis, gateway, events) : null;
  const client = createNodeClient({ deploymentId, keypair: secrets.gatewayKeypair, events, nowMs, monotonicMs });
  const releases = createSessionReleases({ client, events });
  const findPayment = createPaymentSearch({ history: overrides.history ?? createHistory(secrets), nowMs });
  const processName = `${hostname()}:${process.pid}`;
  const sweeps = [
    startSweep(createReservationSweep({ outbox }), events),
    startSweep(createPaymentSweep({ outbox, findPayment, events, processName, wait: delay }), events),
  ];
  const facility = await openPaymentFacility(config, secrets, { ledger, events, monotonicMs });
  const curve = await createWasmCurve();
  const random = overrides.randomBytes ?? randomBytes;
  const stock = config.rounds.one_exchange ? createCommitmentStock({ client, events, curve, randomBytes: random, monotonicMs }) : null;
  const shutdown = new AbortController();
  // Every round under way listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, shutdown.signal);
  const callsPerMinute = config.sponsoredCallsPerMinute;
  const sponsorship = createSponsorship({
    catalogue: config.catalogue,
    keys: secrets.providerKeys,
    budget: createCallBudget({ redis, gateway, callsPerMinute }),
    ledger,
    nowMs,
  });
  const parts = {
    config,
    ledger,
    deploymentId,
    mint,
    gateway,
    connection,
    capacity,
    health,
    pace,
    events,
    outbox,
    queue,
    client,
    releases,
    sponsorship,
    sponsored: secrets.providerKeys,
    findPayment,
    processName,
    facility,
    stock,
    nowMs,
    monotonicMs,
    shutdown,
  };
  const routes = createRoutes({ ...parts, curve, randomBytes: random });

  return {
    logger,
    metrics,
    events,
    routes,
    monotonicMs,
    drain: (graceMs) => drainRounds(capacity, shutdown, graceMs),
    async close() {
      facility?.stop();
      stock?.close();
      // What waits for a server that is gone ends with the connections.
      await Promise.race([
        Promise.all([...sweeps.map((sweep) => sweep.stop()), releases.close(), queue?.close()]),
        delay(CLOSE_MS, undefined, { ref: false }),
      ]);
      connection.close();
      await client.close();
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

/** Of the answers of the history: a page of signatures with their memos. */
const MAX_HISTORY_BYTES = 1_048_576;
const HISTORY_TIMEOUT_MS = 5_000;

function createHistory({ rpcUrl }: Secrets): TransactionHistory {
  const limits = { timeoutMs: HISTORY_TIMEOUT_MS, maxAnswerBytes: MAX_HISTORY_BYTES };
  return createTransactionHistory({ rpc: createRpcClient({ rpcUrl, ...limits, fetch: (url, init) => fetch(url, init) }) });
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
  readonly mint: Address;
  readonly gateway: Address;
  readonly connection: OutboxConnection;
  readonly capacity: Capacity;
  readonly health: ReturnType<typeof createNodeHealth>;
  readonly pace: CallPace;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly queue: SettlementQueue | null;
  readonly client: NodeClient;
  readonly releases: SessionReleases;
  readonly sponsorship: Sponsorship;
  readonly sponsored: ProviderAccess['sponsored'];
  readonly findPayment: FindPayment;
  readonly processName: string;
  readonly facility: PaymentFacility | null;
  readonly stock: CommitmentStock | null;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly shutdown: AbortController;
  readonly curve: Curve;
  readonly randomBytes: RandomBytes;
}

/** Null where nobody pays per request. */
function createX402Service(parts: RouteParts, deps: RoundServiceDeps): X402Service | null {
  const { config, facility, shutdown } = parts;
  if (config.x402 === null || facility === null) return null;
  const payRound = createPayRound({ ...parts, facilitator: facility.facilitator, wait: delay, shutdown: shutdown.signal });
  return { settings: config.x402, facility, serveRound: createRoundService(payRound, deps) };
}

function createRoutes(parts: RouteParts): Routes {
  const { config, ledger, gateway, outbox, facility, nowMs, monotonicMs } = parts;
  const { programId, network, rounds, catalogue } = config;
  const skewSeconds = config.agent.timestamp_skew_seconds;
  const gatewayStanding = createGatewayStanding({ ledger, gateway, monotonicMs });
  const directory = createNodeDirectory({ ledger });
  const verifySignature = createNativeEd25519Verifier({ maxKeys: MAX_REMEMBERED_KEYS });
  const maxInFlight = config.outbox.max_in_flight_per_subscription;
  const lookups = {
    lookUpSubscription: createSubscriptionLookup({ ledger, monotonicMs }),
    lookUpDelegate: createDelegateLookup({ ledger, monotonicMs }),
  };
  const sessions = createSessions({ ...parts, ...lookups, redis: parts.connection.redis, verifySignature });
  const admit = createSubscriptionAdmission({
    ledger,
    ...lookups,
    checkBearer: sessions.checkBearer,
    gatewayStanding,
    verifySignature,
    programId,
    gateway,
    skewSeconds,
    maxInFlight,
    nowMs,
  });
  const roundDeps = {
    ...parts,
    directory,
    inAdvance: parts.stock === null ? null : { stock: parts.stock, punctuality: createNodeHealth({ monotonicMs }) },
    verify: createCurveVerify(parts.curve),
    aggregateKeys: createAggregateKeyCache({ maxEntries: MAX_AGGREGATE_KEYS }),
    hedgeBudget: createHedgeBudget(),
    observeDeadlineMs: rounds.observe_deadline_ms,
    paidObserveDeadlineMs: rounds.paid_observe_deadline_ms,
    signDeadlineMs: rounds.sign_deadline_ms,
    roundDeadlineMs: rounds.deadline_ms,
    maxInFlight: config.outbox.max_in_flight,
    shutdown: parts.shutdown.signal,
  };
  const serveRound = createRoundService(createChargeRound(parts), roundDeps);
  const x402Service = createX402Service(parts, roundDeps);
  const access: ProviderAccess = { payments: x402Service !== null, sponsored: parts.sponsored };
  const isStopping = (): boolean => parts.capacity.isDraining();
  const outboxProbe = createOutboxProbe({ ...parts.connection, key: `${outboxPrefix(gateway)}:probe`, monotonicMs });
  const limits = {
    requestBytes: MAX_REQUEST_BYTES,
    timestampSkewSeconds: skewSeconds,
    concurrentRounds: rounds.max_concurrent,
    roundDeadlineMs: rounds.deadline_ms,
  };
  return {
    executeRound: executeRound({
      ...parts,
      admit,
      serveRound,
      allowedSources: config.allowedSources,
      isSponsored: parts.sponsorship.covers,
    }),
    ...sessions.routes,
    ...createAgentRoutes({ ...parts, serveRound, gatewayStanding, verifySignature }),
    ...createX402Routes(x402Service, { ...parts, gatewayStanding }),
    getHealth,
    getReady: getReady({ readiness: createReadiness({ outboxProbe, ledger, directory, gatewayStanding, facility, isStopping }) }),
    getNodes: getNodes({ ledger }),
    getInfo: getInfo({
      ledger,
      programId,
      gateway,
      network,
      agentEnabled: config.agent.enabled,
      sessions: sessions.info,
      x402Enabled: x402Service !== null,
      limits,
      version: packageJson.version,
    }),
    getProviders: getProviders({ catalogue, access }),
    getProvider: getProvider({ catalogue, access }),
    getRound: getRound({ outbox }),
    getRoundEvidence: getRoundEvidence({ outbox }),
  };
}

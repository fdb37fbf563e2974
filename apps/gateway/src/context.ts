import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import type { LedgerReader, TransactionHistory } from '@oracle-gateway/ledger';
import {
  createCallBudget,
  createMoveListener,
  createOutbox,
  createSettlementQueue,
  IDENTITY_TTL_SECONDS,
  RESULT_TTL_SECONDS,
} from '@oracle-gateway/outbox';
import { createLogger, repeat, wait, withDeadline, type Repetition } from '@oracle-gateway/process';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { createCurveVerify } from '@oracle-gateway/schnorr';
import { createFastCurve, type FastCurveForm } from '@oracle-gateway/schnorr/native';
import { createFailureMemory } from '@oracle-gateway/vouching';
import type { Logger } from 'pino';
import type { Config, Secrets } from './config/config.js';
import { checkDeployment } from './ledger/deployment.js';
import { createEvents, type Events } from './telemetry/events.js';
import type { ServedOperation } from './http/endpoint.js';
import { openLedgerAccess } from './ledger/ledger-access.js';
import { createMetrics, type Metrics } from './telemetry/metrics.js';
import { createStreamEvents } from './telemetry/stream-events.js';
import { type CallPace, createCallPace } from './nodes/call-pace.js';
import { createClockSweep } from './nodes/clock-sweep.js';
import { type ClockWatch, createClockWatch } from './nodes/clock-watch.js';
import { createCommitmentStock } from './nodes/commitment-stock.js';
import { createNodeClient } from './nodes/node-client.js';
import { createNodeDirectory } from './nodes/node-directory.js';
import { createNodePresence } from './nodes/node-presence.js';
import { createLastCalls } from './nodes/last-calls.js';
import { createNodeHealth, type NodeHealth } from './nodes/node-health.js';
import { openTransport } from './nodes/open-transport.js';
import { createRegistryHints } from './nodes/registry-hints.js';
import { takePush } from './nodes/take-push.js';
import { createSessionReleases } from './nodes/session-releases.js';
import { openOutboxConnection } from './outbox/outbox-connection.js';
import { createRoundWatch } from './outbox/round-watch.js';
import { createPaymentSearch } from './payments/find-payment.js';
import { oneHistory, type WithHistory } from './ledger/with-history.js';
import { payPaths } from './paths/index.js';
import { openPaths } from './paths/open-paths.js';
import type { PayPath } from './paths/pay-path.js';
import { createPaymentSweep } from './payments/payment-sweep.js';
import { type Capacity, createCapacity } from './rounds/capacity.js';
import { drainRounds } from './rounds/drain-rounds.js';
import type { RandomBytes } from './rounds/model/random-bytes.js';
import { createReservationSweep, WITHDRAWAL_INTERVAL_MS } from './rounds/reservation-sweep.js';
import { createRoutes } from './routes.js';
import { createSponsorship } from './rounds/sponsorship.js';
import { createSnapshotStore } from './snapshots/snapshot-store.js';
import { createSnapshotSweep } from './snapshots/snapshot-sweep.js';
import { createVoucherDirectory } from './snapshots/voucher-directory.js';

const CLOSE_MS = 1_500;
const SWEEP_INTERVAL_MS = 5_000;
/** A new node has no stream until then, or until its first call. The ledger's reader caches for as long. */
const STREAMS_INTERVAL_MS = 30_000;

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
  /** Folder of the pages that come with the gateway. */
  readonly pagesPath?: string;
  /** The ways to pay. */
  readonly paths?: readonly PayPath[];
}

/** Everything the application consists of, and how to end it. */
export interface Context {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: Events;
  readonly operations: readonly ServedOperation[];
  readonly monotonicMs: () => number;
  readonly curveForm: FastCurveForm;
  /** From now on `/ready` answers 503 and connections end with their answer; rounds are served as before. */
  leave(): void;
  readonly isLeaving: () => boolean;
  /** Refuses new rounds, waits up to `graceMs` for those under way, then ends them: one and a half seconds more at most. */
  drain(graceMs: number): Promise<void>;
  /** At most one and a half seconds. */
  close(): Promise<void>;
}

/** What is there before the ledger has answered. */
export interface Ground {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly capacity: Capacity;
  readonly health: NodeHealth;
  readonly pace: CallPace;
  readonly events: Events;
  readonly clocks: ClockWatch;
  readonly monotonicMs: () => number;
  readonly ledger: LedgerReader;
  readonly finalized: LedgerReader;
  readonly history: TransactionHistory;
  readonly withHistory: WithHistory;
  close(): void;
}

export function layGround(config: Config, secrets: Secrets, overrides: Overrides): Ground {
  const logger = overrides.logger ?? createLogger({ app: 'gateway', level: config.logLevel });
  const monotonicMs = overrides.monotonicMs ?? (() => performance.now());
  const metrics = createMetrics({ roundsInFlight: () => capacity.inFlight(), clockOffsetMs: () => clocks.offsetMs() });
  const health = createNodeHealth({ monotonicMs });
  const pace = createCallPace();
  const events = createEvents({ logger, metrics, pace });
  const { maxConcurrent: max, failingPerMinute } = config.rounds;
  const capacity = createCapacity({ max, failingPerMinute, events, monotonicMs });
  const clocks = createClockWatch({ monotonicMs, onJudged: (judged) => events.clockJudged(judged) });
  const access = openLedgerAccess(config, secrets, { metrics, logger });
  const { ledger = access.reader, history = access.history } = overrides;
  const finalized = overrides.ledger ?? access.finalized;
  const withHistory = overrides.history === undefined ? access.withHistory : oneHistory(overrides.history);
  const close = (): void => access.close();
  return { logger, metrics, capacity, health, pace, events, clocks, ledger, finalized, history, withHistory, monotonicMs, close };
}

/** Constructs the gateway. Throws DeploymentMismatchError, MintMismatchError, VolatileOutboxError, or what the ledger reader throws. */
export async function createContext(config: Config, secrets: Secrets, overrides: Overrides, ground: Ground): Promise<Context> {
  const { logger, metrics, capacity, health, pace, events, clocks, ledger, history, withHistory, monotonicMs } = ground;
  const nowMs = overrides.nowMs ?? Date.now;
  const gateway = gatewayAddress(config.programId, secrets.gatewayKeypair.address);
  const { deploymentId, mint } = await checkDeployment(config, ledger);
  const { markPath, ...options } = config.outbox;
  const connection = await openOutboxConnection({ outboxLocation: secrets.outboxLocation, options, gateway, logger, markPath });
  const { redis, confirming, durability } = connection;

  const settings = { config, secrets };
  const paths = await openPaths(overrides.paths ?? payPaths, settings, { ledger, events, monotonicMs }).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const outbox = createOutbox({
    redis,
    confirming,
    gateway,
    identityTtlSeconds: IDENTITY_TTL_SECONDS,
    resultTtlSeconds: RESULT_TTL_SECONDS,
    durability,
  });
  const queue = config.settlementEnabled ? createSettlementQueue({ redis, gateway }) : null;
  const onError = (error: Error): void =>
    logger.warn({ err: error }, 'connection that hears of rounds; streams of events look less often meanwhile');
  const watch = createRoundWatch({ outbox, createListener: (hears) => createMoveListener({ redis, gateway, ...hears, onError }) });
  const lastCalls = createLastCalls({ nowMs, monotonicMs });
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const hints = createRegistryHints({ ledger, wait, signal: closing.signal });
  const streamEvents = createStreamEvents({ logger, metrics, monotonicMs });
  const { transport, renew } = openTransport({
    kind: config.nodes.transport,
    deploymentId,
    keypair: secrets.gatewayKeypair,
    ledger,
    events: streamEvents,
    wants: { commitments: config.rounds.oneExchange, registryVersion: true },
    onPush: (node, push) => takePush(node, push, { stock, hints }),
    wait,
    random: Math.random,
    nowMs,
    monotonicMs,
  });
  const client = createNodeClient({ transport, events, clocks, lastCalls, nowMs, monotonicMs });
  const releases = createSessionReleases({ client, events });
  const seen = { directory: createNodeDirectory({ ledger }), lastCalls, signal: closing.signal };
  const presence = createNodePresence({ ledger, client, events, monotonicMs, ...seen });
  const findPayment = createPaymentSearch({ withHistory, nowMs });
  const processName = `${hostname()}:${process.pid}`;
  const sweeps = [
    startSweep(createReservationSweep({ outbox }), events),
    repeat(() => outbox.withdrawUnanswered(), {
      intervalMs: WITHDRAWAL_INTERVAL_MS,
      startsLater: true,
      onError: (error) => events.sweepFailed(error),
    }),
    startSweep(createPaymentSweep({ outbox, findPayment, events, processName, wait }), events),
    startSweep(createClockSweep({ clocks, client, signal: closing.signal }), events),
    repeat(() => presence.look(), { intervalMs: SWEEP_INTERVAL_MS, onError: (error) => streamEvents.nodesNotRead(error) }),
  ];
  const { curve, form: curveForm } = await createFastCurve({ installedBy: import.meta.url });
  const random = overrides.randomBytes ?? randomBytes;
  const snapshots = createSnapshotStore({ redis, gateway });
  if (config.snapshots.enabled) sweeps.push(startSnapshotSweep());
  const stock = config.rounds.oneExchange ? createCommitmentStock({ client, events, curve, randomBytes: random, monotonicMs }) : null;
  sweeps.push(repeat(renew, { intervalMs: STREAMS_INTERVAL_MS, onError: (error) => streamEvents.nodesNotRead(error) }));
  let hasLeft = false;
  const isLeaving = (): boolean => hasLeft;
  const shutdown = new AbortController();
  // Every round under way listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, shutdown.signal);
  const stopping = new AbortController();
  const callsPerMinute = config.sponsoredCallsPerMinute;
  const sponsorship = createSponsorship({
    catalogue: config.catalogue,
    keys: secrets.providerKeys,
    budget: createCallBudget({ redis, gateway, callsPerMinute }),
    callsPerMinute,
    events,
    ledger,
    nowMs,
  });
  const operations = createRoutes({
    config,
    ledger,
    deploymentId,
    mint,
    gateway,
    authority: secrets.gatewayKeypair.address,
    connection,
    capacity,
    health,
    pace,
    events,
    outbox,
    queue,
    watch,
    client,
    clocks,
    lastCalls,
    presence,
    releases,
    sponsorship,
    snapshots,
    sponsored: secrets.providerKeys,
    findPayment,
    history,
    processName,
    paths,
    stock,
    nowMs,
    monotonicMs,
    isLeaving,
    shutdown,
    stopping: stopping.signal,
    curve,
    randomBytes: random,
  });

  return {
    logger,
    metrics,
    events,
    operations,
    monotonicMs,
    curveForm,
    leave: () => void (hasLeft = true),
    isLeaving,
    drain(graceMs) {
      stopping.abort();
      return drainRounds(capacity, shutdown, graceMs);
    },
    async close() {
      closing.abort();
      paths.stop();
      stock?.close();
      watch.close();
      // What waits for a server that is gone ends with the connections.
      await withDeadline(Promise.all([...sweeps.map((sweep) => sweep.stop()), releases.close(), queue?.close()]), CLOSE_MS);
      await connection.close();
      await client.close();
    },
  };

  function startSnapshotSweep(): Repetition {
    const clocksOf = { nowMs, monotonicMs };
    const unnoted = { note: () => undefined };
    const vouchers = createNodeClient({ transport, events, clocks: unnoted, lastCalls: unnoted, ...clocksOf });
    const parts = { deploymentId, client: vouchers, events, curve, randomBytes: random, verify: createCurveVerify(curve), ...clocksOf };
    const directory = createVoucherDirectory({ ledger, store: snapshots });
    const memory = createFailureMemory();
    const sweep = createSnapshotSweep({
      ...parts,
      memory,
      store: snapshots,
      finalized: ground.finalized,
      directory,
      signal: closing.signal,
    });
    return repeat(sweep, { intervalMs: config.snapshots.intervalSeconds * 1_000, onError: (error) => events.sweepFailed(error) });
  }
}

/** A sweep that fails is reported; the next one tries again. */
function startSweep(sweep: () => Promise<unknown>, { sweepFailed }: Pick<Events, 'sweepFailed'>): Repetition {
  return repeat(sweep, { intervalMs: SWEEP_INTERVAL_MS, startsLater: true, onError: sweepFailed });
}

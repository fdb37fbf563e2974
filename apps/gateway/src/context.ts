import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { LedgerReader, TransactionHistory } from '@oracle-gateway/ledger';
import {
  createCallBudget,
  createTransitionListener,
  createOutbox,
  createSettlementQueue,
  IDENTITY_TTL_SECONDS,
  RESULT_TTL_SECONDS,
} from '@oracle-gateway/outbox';
import { createLogger, repeat, wait, withDeadline, type Repetition } from '@oracle-gateway/process';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { createAggregateKeyCache, createCurveVerify } from '@oracle-gateway/schnorr';
import { createFastCurve, type FastCurveForm } from '@oracle-gateway/schnorr/native';
import type { Logger } from 'pino';
import type { Config, Secrets } from './config/config.js';
import { createNodePool, createRegistrySnapshots, createRoundEngine, type RoundPorts } from './engine/index.js';
import { checkDeployment } from './ledger/deployment.js';
import { createEvents, type Events } from './telemetry/events.js';
import type { ServedOperation } from './http/endpoint.js';
import { openLedgerAccess } from './ledger/ledger-access.js';
import { createMetrics, type Metrics } from './telemetry/metrics.js';
import { openOutboxConnection } from './outbox/outbox-connection.js';
import { createRoundWatch } from './outbox/round-watch.js';
import { createPaymentSearch } from './payments/find-payment.js';
import { oneHistory, type WithHistory } from './ledger/with-history.js';
import { payPaths } from './paths/index.js';
import { openPaths } from './paths/open-paths.js';
import type { PayPath } from './paths/pay-path.js';
import { createPaymentSweep } from './payments/payment-sweep.js';
import { createReservationSweep, WITHDRAWAL_INTERVAL_MS } from './outbox/reservation-sweep.js';
import { createRoutes } from './routes.js';
import { createSponsorship } from './providers/sponsorship.js';

const CLOSE_MS = 1_500;
const SWEEP_INTERVAL_MS = 5_000;
/** Aggregate keys remembered: sets of signers that recur. */
const MAX_AGGREGATE_KEYS = 4_096;

/** Parts that a test or another launcher replaces. */
export interface Overrides {
  readonly ledger?: LedgerReader;
  readonly history?: TransactionHistory;
  readonly logger?: Logger;
  /** The wall clock: what timestamps are compared with. */
  readonly nowMs?: () => number;
  /** Clock of ages and durations: never set back. */
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
  /** Makes `/ready` answer 503, and connections end with their answer; rounds are served as before. */
  leave(): void;
  readonly isLeaving: () => boolean;
  /** Refuses new rounds, waits up to `graceMs` for those under way, then ends them: one and a half seconds more at most. */
  drain(graceMs: number): Promise<void>;
  /** Takes at most one and a half seconds. */
  close(): Promise<void>;
}

/** Parts that exist before the ledger has answered. */
export interface Ground {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: Events;
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
  const metrics = createMetrics();
  const events = createEvents({ logger, metrics, monotonicMs });
  const access = openLedgerAccess(config, secrets, { metrics, logger });
  const { ledger = access.reader, history = access.history } = overrides;
  const finalized = overrides.ledger ?? access.finalized;
  const withHistory = overrides.history === undefined ? access.withHistory : oneHistory(overrides.history);
  const close = (): void => access.close();
  return { logger, metrics, events, ledger, finalized, history, withHistory, monotonicMs, close };
}

/** Constructs the gateway. Throws DeploymentMismatchError, MintMismatchError, VolatileOutboxError, or what the ledger reader throws. */
export async function createContext(config: Config, secrets: Secrets, overrides: Overrides, ground: Ground): Promise<Context> {
  const { logger, metrics, events, ledger, history, withHistory, monotonicMs } = ground;
  const nowMs = overrides.nowMs ?? Date.now;
  const gateway = gatewayAddress(config.programId, secrets.gatewayKeypair.address);
  const { deploymentId, mint } = await checkDeployment(config, ledger);
  const { markPath, ...options } = config.outbox;
  const connection = await openOutboxConnection({ outboxLocation: secrets.outboxLocation, options, gateway, logger, markPath });
  const { redis, confirming, durability } = connection;

  const paths = await openPaths(overrides.paths ?? payPaths, { config, secrets }, { ledger, events, monotonicMs }).catch(
    async (error: unknown) => {
      await connection.close();
      throw error;
    },
  );
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
    logger.warn({ err: error }, 'connection that hears of rounds; streams of events read less often meanwhile');
  const watch = createRoundWatch({ outbox, createListener: (hears) => createTransitionListener({ redis, gateway, ...hears, onError }) });

  const { curve: fastCurve, form: curveForm } = await createFastCurve({ installedBy: import.meta.url });
  const settings = settingsOf(config, { deploymentId, gateway });
  const clock = { nowMs, monotonicMs, wait };
  const curve = {
    curve: fastCurve,
    verify: createCurveVerify(fastCurve),
    aggregateKeys: createAggregateKeyCache({ maxEntries: MAX_AGGREGATE_KEYS }),
    randomBytes: overrides.randomBytes ?? randomBytes,
  };
  const nodes = createNodePool(
    { deploymentId, keypair: secrets.gatewayKeypair, transport: config.nodes.transport, oneExchange: config.rounds.oneExchange },
    { ledger, events, curve: fastCurve, randomBytes: curve.randomBytes, wait, nowMs, monotonicMs },
  );
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
  const engine = createRoundEngine({ settings, nodes, records: outbox, providers: sponsorship, curve, clock, events });
  metrics.readFrom({ roundsInFlight: engine.inFlight, clockOffsetMs: nodes.clock.offsetMs });
  const { finalized } = ground;
  const snapshots = createRegistrySnapshots(config.snapshots, { redis, ledger, finalized, nodes, events, settings, curve, clock });
  if (config.snapshots.enabled) snapshots.start();

  const findPayment = createPaymentSearch({ withHistory, nowMs });
  const { processName } = settings;
  const sweeps = [
    startSweep(createReservationSweep({ outbox }), events),
    repeat(() => outbox.withdrawUnanswered(), {
      intervalMs: WITHDRAWAL_INTERVAL_MS,
      startsLater: true,
      onError: (error) => events.sweepFailed(error),
    }),
    startSweep(createPaymentSweep({ outbox, findPayment, events, processName, wait }), events),
  ];
  let hasLeft = false;
  const isLeaving = (): boolean => hasLeft;
  const stopping = new AbortController();
  const operations = createRoutes({
    config,
    ledger,
    deploymentId,
    mint,
    gateway,
    authority: secrets.gatewayKeypair.address,
    connection,
    engine,
    nodes,
    events,
    outbox,
    queue,
    watch,
    sponsorship,
    snapshots,
    sponsored: secrets.providerKeys,
    findPayment,
    history,
    paths,
    nowMs,
    monotonicMs,
    isLeaving,
    stopping: stopping.signal,
    verify: curve.verify,
    randomBytes: curve.randomBytes,
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
      return engine.drain(graceMs);
    },
    async close() {
      paths.stop();
      watch.close();
      // Commands that wait for a server that is gone end with the connections.
      const ended = Promise.all([...sweeps.map((sweep) => sweep.stop()), snapshots.stop(), queue?.close()]);
      await Promise.all([withDeadline(ended, CLOSE_MS), nodes.close(CLOSE_MS)]);
      await connection.close();
    },
  };
}

function settingsOf(
  { rounds, outbox }: Config,
  { deploymentId, gateway }: Pick<RoundPorts['settings'], 'deploymentId' | 'gateway'>,
): RoundPorts['settings'] {
  return {
    deploymentId,
    gateway,
    processName: `${hostname()}:${process.pid}`,
    maxInFlight: outbox.maxInFlight,
    maxConcurrent: rounds.maxConcurrent,
    failingPerMinute: rounds.failingPerMinute,
    roundDeadlineMs: rounds.deadlineMs,
    observeDeadlineMs: rounds.observeDeadlineMs,
    paidObserveDeadlineMs: rounds.paidObserveDeadlineMs,
    signDeadlineMs: rounds.signDeadlineMs,
  };
}

/** A sweep that fails is reported; the next one tries again. */
function startSweep(sweep: () => Promise<unknown>, { sweepFailed }: Pick<Events, 'sweepFailed'>): Repetition {
  return repeat(sweep, { intervalMs: SWEEP_INTERVAL_MS, startsLater: true, onError: sweepFailed });
}

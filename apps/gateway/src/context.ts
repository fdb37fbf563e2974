import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { gatewayKeysOf, type Keypair } from '@oracle-gateway/app-config';
import type { LedgerReader, TransactionHistory } from '@oracle-gateway/ledger';
import { createPayerList } from '@oracle-gateway/outbox';
import { type ProcessClock, createLogger, monotonicNowMs, wait, withDeadline } from '@oracle-gateway/process';
import { createNativeEd25519Verifier } from '@oracle-gateway/protocol/node';
import { createAggregateKeyCache, createCurveVerify } from '@oracle-gateway/schnorr';
import { createFastCurve, type FastCurveForm } from '@oracle-gateway/schnorr/native';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { Logger } from 'pino';
import { createAccountLookups } from './admission/ledger-lookup.js';
import { createSubjectReader } from './admission/requested-subject.js';
import { createRecordReads } from './answers/record-reads.js';
import { createServeCharged } from './charges/charge-round.js';
import { createSettlementFeeBalance } from './charges/settlement-fee-balance.js';
import type { Config, Secrets } from './config/config.js';
import { openEngine } from './engine/index.js';
import { openOperatorFeeds } from './feeds/operator-feeds.js';
import { createPublicFeeds } from './feeds/public-feeds.js';
import type { ServedOperation } from './http/endpoint.js';
import { checkDeployment } from './ledger/deployment.js';
import { createGatewayAccountCache } from './ledger/gateway-account-cache.js';
import { type LedgerAccess, openLedgerAccess } from './ledger/ledger-access.js';
import { createSigningAndPaying } from './ledger/signing-and-paying.js';
import { openOutbox } from './outbox/open-outbox.js';
import { payPaths } from './paths/index.js';
import { type OpenPaths, openPaths } from './paths/open-paths.js';
import type { PathPorts } from './paths/path-ports.js';
import type { PayPath } from './paths/pay-path.js';
import { openPayments } from './payments/open-payments.js';
import { createReadObstacles } from './routes/read-obstacles.js';
import { createSponsorship } from './providers/sponsorship.js';
import { createRoutes } from './routes/routes.js';
import { createSessions } from './sessions/sessions.js';
import { createEvents, type Events } from './telemetry/events.js';
import { createMetrics, type Metrics } from './telemetry/metrics.js';
import { createNameSources } from './telemetry/name-sources.js';

const CLOSE_MS = 1_500;
/** Consumers whose keys stay decoded. */
const MAX_REMEMBERED_KEYS = 256;
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

/** Parts that are open before the ledger has answered. */
export interface Services {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: Events;
  readonly clock: ProcessClock;
  /** The keys that may sign for the gateway, measured. */
  readonly keys: readonly [Keypair, ...Keypair[]];
  readonly ledger: LedgerAccess;
}

/** Rejects with SignerError. */
export async function openServices(config: Config, secrets: Secrets, overrides: Overrides): Promise<Services> {
  const logger = overrides.logger ?? createLogger({ app: 'gateway', level: config.logLevel });
  const { nowMs = Date.now, monotonicMs = monotonicNowMs } = overrides;
  const metrics = createMetrics();
  const { watched } = metrics.keys;
  const [present, next] = gatewayKeysOf(secrets);
  const keys: Services['keys'] = [watched('gateway', present), ...(next === undefined ? [] : [watched('next', next)])];
  const nameSources = await createNameSources({ keypair: keys[0], catalogue: config.catalogue });
  const events = createEvents({ logger, metrics, nameSources, monotonicMs });
  const ledger = openLedgerAccess(config, secrets, { metrics, logger, ledger: overrides.ledger, history: overrides.history });
  return { logger, metrics, events, clock: { nowMs, monotonicMs, wait }, keys, ledger };
}

/** Everything the application consists of, and how to end it. */
export interface Context {
  readonly operations: readonly ServedOperation[];
  readonly curveForm: FastCurveForm;
  /** Makes `/ready` answer 503, and connections end with their answer; rounds are served as before. */
  leave(): void;
  /** Aborted by `leave`. */
  readonly leaving: AbortSignal;
  /** Refuses new rounds, waits up to `graceMs` for those under way, then ends them: one and a half seconds more at most. */
  drain(graceMs: number): Promise<void>;
  /** Takes at most one and a half seconds. */
  close(): Promise<void>;
}

/**
 * Constructs the gateway. Throws DeploymentMismatchError, MintMismatchError, GatewayKeyError, VolatileOutboxError, or what the ledger
 * reader throws.
 */
export async function createContext(config: Config, secrets: Secrets, overrides: Overrides, services: Services): Promise<Context> {
  const { logger, metrics, events, clock, keys } = services;
  const { reader: ledger, finalized, history, withHistory } = services.ledger;
  const { nowMs, monotonicMs } = clock;
  const [presentKey, ...nextKeys] = keys;
  const addresses = [presentKey.address, ...nextKeys.map(({ address }) => address)] as const;
  const deployment = await checkDeployment(config, addresses, ledger);
  const { deploymentId, gateway } = deployment;
  const opened = await openOutbox(
    { durability: config.outbox, markPath: config.outbox.markPath, settlementEnabled: config.settlementEnabled },
    {
      outboxLocation: secrets.outboxLocation,
      gateway,
      logger,
      monotonicMs,
      onSweepError: (error) => events.sweepFailed(error),
      onConcluded: metrics.concluded,
    },
  );
  const { redis, outbox, queue } = opened;
  const feeds = config.publicFeeds.enabled ? createPublicFeeds({ store: opened.feeds, events, monotonicMs }) : null;
  const opening = async (): Promise<OpenPaths> => {
    if (feeds !== null) {
      await openOperatorFeeds(config, { store: opened.feeds, catalogue: config.catalogue, nowMs });
      await feeds.changed();
    }
    return openPaths(overrides.paths ?? payPaths, { config, secrets }, { ledger, events, keys: metrics.keys, monotonicMs });
  };
  const paths = await opening().catch(async (error: unknown) => {
    await opened.stop();
    await opened.close();
    throw error;
  });

  const { curve: fastCurve, form: curveForm } = await createFastCurve({ installedBy: import.meta.url });
  const settings = {
    ...config.rounds,
    spacing: config.spacing,
    roundDeadlineMs: config.rounds.deadlineMs,
    maxInFlight: config.outbox.maxInFlight,
    deploymentId,
    gateway,
    processName: `${hostname()}:${process.pid}`,
  };
  const curve = {
    curve: fastCurve,
    verify: createCurveVerify(fastCurve),
    aggregateKeys: createAggregateKeyCache({ maxEntries: MAX_AGGREGATE_KEYS }),
    randomBytes: overrides.randomBytes ?? randomBytes,
  };
  const sponsorship = createSponsorship(config, secrets.providerKeys, { redis, gateway, events, ledger, nowMs });
  const openedEngine = openEngine(
    {
      settings,
      keys,
      snapshotIntervalSeconds: config.snapshots.intervalSeconds,
    },
    { ledger, finalized, redis, records: outbox, providers: sponsorship, curve, clock, events },
  );
  const { rounds: engine, nodes, snapshots } = openedEngine;
  if (config.snapshots.enabled) snapshots.start();

  const payments = openPayments({ engine, outbox, withHistory, events, clock, gateway, processName: settings.processName });
  const records = createRecordReads(outbox);
  const gatewayAccount = createGatewayAccountCache({ ledger, gateway, keys: addresses, monotonicMs });
  const signingAndPaying = createSigningAndPaying({
    gatewayAccount,
    keys: addresses,
    list: createPayerList({ redis, gateway }),
    monotonicMs,
  });
  const feeBalance = createSettlementFeeBalance({ ledger, records, events, gateway, payers: () => signingAndPaying.payers(), monotonicMs });
  const accounts = createAccountLookups({ ledger, monotonicMs });
  const sessions = createSessions({
    config,
    deployment,
    redis,
    confirmed: opened.confirmed,
    accounts,
    verifySignature: createNativeEd25519Verifier({ maxKeys: MAX_REMEMBERED_KEYS }),
    randomBytes: curve.randomBytes,
    clock,
  });
  const ports: PathPorts = {
    deployment,
    skewSeconds: config.timestampSkewSeconds,
    ledger,
    history,
    accounts,
    gatewayAccount,
    subjects: createSubjectReader({ allowedSources: config.allowedSources, isSponsored: sponsorship.covers }),
    callers: sessions.callers,
    engine,
    rounds: {
      serveCharged: createServeCharged(
        { engine, feeBalance },
        { outbox, queue, showAnswered: feeds && ((answered) => feeds.show(answered)), events, gateway },
      ),
      servePaid: payments.servePaid,
    },
    records,
    clock,
    randomBytes: curve.randomBytes,
    events,
  };
  const leaving = new AbortController();
  const stopping = new AbortController();
  const isStopping = (): boolean => leaving.signal.aborted || engine.isDraining();
  const obstacles = createReadObstacles({ ports, outbox: opened, engine: openedEngine, feeBalance, paths, isStopping });
  metrics.readFrom({ roundsInFlight: engine.inFlight, clockOffsetMs: () => nodes.clock.offsetMs(), obstacles });
  const operations = createRoutes({
    config,
    ports,
    paths,
    signingAndPaying,
    sessions,
    engine: openedEngine,
    outbox: opened,
    feeds,
    obstacles,
    sponsored: secrets.providerKeys,
    verify: curve.verify,
    stopping: stopping.signal,
  });
  metrics.serve({ operations: operations.map(({ operation }) => operation), paths: Object.keys(paths.served) });

  return {
    operations,
    curveForm,
    leave: () => leaving.abort(),
    leaving: leaving.signal,
    drain(graceMs) {
      stopping.abort();
      return engine.drain(graceMs);
    },
    async close() {
      paths.stop();
      // Commands that wait for a server that is gone end with the connections.
      const ended = Promise.all([payments.stop(), snapshots.stop(), opened.stop()]);
      await Promise.all([withDeadline(ended, CLOSE_MS), nodes.close(CLOSE_MS)]);
      await opened.close();
    },
  };
}

import { createPlaces } from '@oracle-gateway/fair-share';
import { commonOperations, type InfoAnswer, type RoundPath } from '@oracle-gateway/gateway-api';
import type { LedgerReader, TransactionHistory } from '@oracle-gateway/ledger';
import { type Outbox, outboxPrefix, type SettlementQueue } from '@oracle-gateway/outbox';
import { wait } from '@oracle-gateway/process';
import type { Address, DeploymentId } from '@oracle-gateway/protocol';
import { createNativeEd25519Verifier } from '@oracle-gateway/protocol/node';
import { createAggregateKeyCache, createCurveVerify, type Curve } from '@oracle-gateway/schnorr';
import packageJson from '../package.json' with { type: 'json' };
import { createDelegateLookup, createSubscriptionLookup } from './admission/ledger-lookup.js';
import { createRequireReader } from './sessions/reader-credential.js';
import { MAX_REQUEST_BYTES } from './admission/request-body.js';
import { createSourceReader } from './admission/requested-source.js';
import type { Config } from './config/config.js';
import { createSimulate } from './dry-runs/routes.js';
import type { Events } from './telemetry/events.js';
import { createGatewayAccountCache } from './ledger/gateway-account-cache.js';
import type { Endpoint, ServedOperation } from './http/endpoint.js';
import type { CallPace } from './nodes/call-pace.js';
import type { ClockWatch } from './nodes/clock-watch.js';
import type { CommitmentStock } from './nodes/commitment-stock.js';
import { createHedgeBudget } from './nodes/hedge-budget.js';
import type { LastCalls } from './nodes/last-calls.js';
import type { NodeClient } from './nodes/node-client.js';
import { createNodeDirectory, type NodeDirectory } from './nodes/node-directory.js';
import type { NodeHealth } from './nodes/node-health.js';
import type { NodePresence } from './nodes/node-presence.js';
import { createPeerRecord, type PeerRecord } from './nodes/peer-record.js';
import { createRegistryNews } from './nodes/registry-news.js';
import type { SessionReleases } from './nodes/session-releases.js';
import type { OpenedOutbox } from './outbox/outbox-connection.js';
import { createOutboxProbe } from './outbox/outbox-probe.js';
import type { RoundWatch } from './outbox/round-watch.js';
import type { FindPayment } from './payments/payment-finding.js';
import type { OpenPaths } from './paths/open-paths.js';
import type { PathParts } from './paths/pay-path.js';
import type { ProviderAccess } from './routes/provider-access.js';
import { createReadiness } from './routes/readiness.js';
import type { Capacity } from './rounds/capacity.js';
import { createChargeRound, type ServeCharged } from './rounds/charge-round.js';
import type { RandomBytes } from './rounds/model/random-bytes.js';
import { createInAdvance } from './rounds/signing/designated-signers.js';
import { createRoundService } from './rounds/round-service.js';
import { getFeedRounds } from './routes/get-feed-rounds.js';
import { getHealth } from './routes/get-health.js';
import { getInfo } from './routes/get-info.js';
import { getLlmsText } from './routes/get-llms-text.js';
import { getNodes } from './routes/get-nodes.js';
import { getOpenApi } from './routes/get-openapi.js';
import { getProvider } from './routes/get-provider.js';
import { getProviders } from './routes/get-providers.js';
import { getReady } from './routes/get-ready.js';
import { getRoundEvidence } from './routes/get-round-evidence.js';
import { getRound } from './routes/get-round.js';
import { getRoundEvents } from './routes/get-round-events.js';
import { createSessions } from './sessions/routes.js';
import { getRegistrySnapshot } from './snapshots/get-registry-snapshot.js';
import type { SnapshotStore } from './snapshots/snapshot-store.js';
import { createSettlementPurse, type SettlementPurse } from './rounds/settlement-purse.js';
import type { Sponsorship } from './rounds/sponsorship.js';

/** Aggregate keys remembered: sets of signers that recur. */
const MAX_AGGREGATE_KEYS = 4_096;
/** Consumers whose keys stay decoded. */
const MAX_REMEMBERED_KEYS = 256;

/** What the routes are made of: what the process holds open, its measures and its clocks. */
export interface RouteParts {
  readonly config: Config;
  readonly ledger: LedgerReader;
  readonly deploymentId: DeploymentId;
  readonly mint: Address;
  readonly gateway: Address;
  /** The gateway's key. */
  readonly authority: Address;
  readonly connection: OpenedOutbox;
  readonly capacity: Capacity;
  readonly health: NodeHealth;
  readonly pace: CallPace;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly queue: SettlementQueue | null;
  readonly watch: RoundWatch;
  readonly client: NodeClient;
  readonly clocks: ClockWatch;
  readonly lastCalls: LastCalls;
  readonly presence: Pick<NodePresence, 'presence'>;
  readonly releases: SessionReleases;
  readonly sponsorship: Sponsorship;
  readonly snapshots: SnapshotStore;
  readonly sponsored: ProviderAccess['sponsored'];
  readonly findPayment: FindPayment;
  readonly history: TransactionHistory;
  readonly processName: string;
  readonly paths: OpenPaths;
  readonly stock: CommitmentStock | null;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly isLeaving: () => boolean;
  readonly shutdown: AbortController;
  /** Aborted when no more rounds are taken. */
  readonly stopping: AbortSignal;
  readonly curve: Curve;
  readonly randomBytes: RandomBytes;
}

/** One endpoint for each operation that belongs to no way to pay: a new operation without an endpoint does not compile. */
type CommonEndpoints = { readonly [Name in keyof typeof commonOperations]: Endpoint<(typeof commonOperations)[Name]> };

/** Every operation of the contract, with its endpoint. */
export function createRoutes(parts: RouteParts): readonly ServedOperation[] {
  const { config, ledger, gateway, outbox, paths, nowMs, monotonicMs } = parts;
  const gatewayAccount = createGatewayAccountCache({ ledger, gateway, monotonicMs });
  const directory = createNodeDirectory({ ledger });
  const verifySignature = createNativeEd25519Verifier({ maxKeys: MAX_REMEMBERED_KEYS });
  const lookups = {
    lookUpSubscription: createSubscriptionLookup({ ledger, monotonicMs }),
    lookUpDelegate: createDelegateLookup({ ledger, monotonicMs }),
  };
  const sessions = createSessions({
    ...parts,
    ...lookups,
    redis: parts.connection.redis,
    confirmed: parts.connection.confirmed,
    verifySignature,
  });
  const purse = createSettlementPurse(parts);
  const requireReader = createRequireReader({ ...sessions, verifySignature, nowMs });
  const access: ProviderAccess = { payments: paths.paySources, sponsored: parts.sponsored };
  const isPath = (text: string): text is RoundPath => Object.hasOwn(paths.served, text);
  const { maxEventStreams: maxStreams } = config.server;
  const isStopping = (): boolean => parts.isLeaving() || parts.capacity.isDraining();
  const outboxProbe = createOutboxProbe({ ...parts.connection, key: `${outboxPrefix(gateway)}:probe`, monotonicMs });
  const sources = createSourceReader({ allowedSources: config.allowedSources, isSponsored: parts.sponsorship.covers });
  const peers = createPeerRecord({ monotonicMs });
  const served = paths.serve({
    ...parts,
    ...lookups,
    ...createServices({ ...parts, directory, purse, peers }),
    gatewayAccount,
    verifySignature,
    checkBearer: sessions.checkBearer,
    sources,
    shutdown: parts.shutdown.signal,
    wait,
  });
  const { publicOrigin } = config.server;
  const described = [...served.operations.map(({ operation }) => operation), ...Object.values(commonOperations)];
  const common: CommonEndpoints = {
    ...sessions.routes,
    getHealth,
    getReady: getReady({
      readiness: createReadiness({ ...parts, nodes: parts.presence, outboxProbe, directory, gatewayAccount, purse, isStopping }),
      notes: parts.queue === null ? ['settlement is switched off: served rounds are held until an operator releases them'] : [],
    }),
    getNodes: getNodes({ ledger, lastCalls: parts.lastCalls }),
    getRegistrySnapshot: getRegistrySnapshot({
      ...parts,
      enabled: config.snapshots.enabled,
      store: parts.snapshots,
      verify: createCurveVerify(parts.curve),
    }),
    getInfo: getInfo({
      ledger,
      programId: config.programId,
      gateway,
      network: config.network,
      sessions: sessions.info,
      paths: paths.served as InfoAnswer['data']['paths'],
      simulate: config.simulate.enabled,
      limits: limitsOf(config),
      version: packageJson.version,
    }),
    getOpenApi: getOpenApi({ operations: described, publicOrigin }),
    getLlmsText: getLlmsText({ operations: described, programId: config.programId, network: config.network, publicOrigin }),
    getProviders: getProviders({ catalogue: config.catalogue, access }),
    getProvider: getProvider({ catalogue: config.catalogue, access }),
    getRound: getRound({ outbox, requireReader, isPath }),
    getRoundEvents: getRoundEvents({
      ...parts,
      requireReader,
      isPath,
      maxStreams,
      places: createPlaces({ max: maxStreams, nowMs: monotonicMs }),
    }),
    getRoundEvidence: getRoundEvidence({ outbox, requireReader }),
    getFeedRounds: getFeedRounds({ outbox, isPath }),
    simulate: createSimulate({
      ...parts,
      ...sessions,
      gatewayAccount,
      directory,
      peers,
      verifySignature,
      sources,
      paths: served.dryRuns,
      isStopping: parts.capacity.isDraining,
      shutdown: parts.shutdown.signal,
    }),
  };
  return [...served.operations, ...Object.values(commonOperations).map((operation) => ({ operation, endpoint: common[operation.name] }))];
}

/** The engine, as paths use it: with a policy of theirs. */
function createServices(
  parts: RouteParts & { readonly directory: NodeDirectory; readonly purse: SettlementPurse; readonly peers: PeerRecord },
): Pick<PathParts, 'serve' | 'serveCharged'> {
  const { config, ledger, monotonicMs, stock, curve, purse } = parts;
  const { rounds } = config;
  const deps = {
    ...parts,
    registryNews: createRegistryNews({ ledger }),
    inAdvance: stock === null ? null : createInAdvance(stock, { monotonicMs }),
    verify: createCurveVerify(curve),
    aggregateKeys: createAggregateKeyCache({ maxEntries: MAX_AGGREGATE_KEYS }),
    hedgeBudget: createHedgeBudget(),
    observeDeadlineMs: rounds.observeDeadlineMs,
    paidObserveDeadlineMs: rounds.paidObserveDeadlineMs,
    signDeadlineMs: rounds.signDeadlineMs,
    roundDeadlineMs: rounds.deadlineMs,
    maxInFlight: config.outbox.maxInFlight,
    shutdown: parts.shutdown.signal,
  };
  const conclude = createChargeRound({ ...parts, wait });
  const serveCharged: ServeCharged = (policy) => {
    const serve = createRoundService({ policy: purse.underwrite(policy), conclude }, deps);
    return async (round, asked) => serve(await purse.charge(round), asked);
  };
  return { serve: (service) => createRoundService(service, deps), serveCharged };
}

function limitsOf({ rounds, timestampSkewSeconds }: Config): InfoAnswer['data']['limits'] {
  const { maxConcurrent: concurrentRounds, deadlineMs: roundDeadlineMs } = rounds;
  return { requestBytes: MAX_REQUEST_BYTES, timestampSkewSeconds, concurrentRounds, roundDeadlineMs };
}

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
import { createSubscriptionAdmission } from './paths/subscription/admission.js';
import { createAgentRoutes } from './paths/agent/routes.js';
import type { Config } from './config/config.js';
import type { Events } from './telemetry/events.js';
import { createGatewayStanding } from './ledger/gateway-account-cache.js';
import type { Routes } from './http/endpoint.js';
import type { CallPace } from './nodes/call-pace.js';
import type { ClockWatch } from './nodes/clock-watch.js';
import type { CommitmentStock } from './nodes/commitment-stock.js';
import { createHedgeBudget } from './nodes/hedge-budget.js';
import type { NodeClient } from './nodes/node-client.js';
import { createNodeDirectory } from './nodes/node-directory.js';
import type { NodeHealth } from './nodes/node-health.js';
import { createPeerRecord } from './nodes/peer-record.js';
import { createRegistryNews } from './nodes/registry-news.js';
import type { SessionReleases } from './nodes/session-releases.js';
import type { OutboxConnection } from './outbox/outbox-connection.js';
import { createOutboxProbe } from './outbox/outbox-probe.js';
import type { FindPayment } from './payments/payment-finding.js';
import type { PaymentFacility } from './payments/payment-facility.js';
import type { ProviderAccess } from './routes/provider-access.js';
import { createReadiness } from './routes/readiness.js';
import type { Capacity } from './rounds/capacity.js';
import { type ChargedRoundService, createChargeRound } from './rounds/charge-round.js';
import type { RandomBytes } from './rounds/model/random-bytes.js';
import { createInAdvance } from './rounds/signing/designated-signers.js';
import { createPayRound } from './payments/conclude-paid-round.js';
import { createRoundService, type RoundServiceDeps } from './rounds/round-service.js';
import { executeRound } from './paths/subscription/route.js';
import { getHealth } from './routes/get-health.js';
import { getInfo } from './routes/get-info.js';
import { getNodes } from './routes/get-nodes.js';
import { getProvider } from './routes/get-provider.js';
import { getProviders } from './routes/get-providers.js';
import { getReady } from './routes/get-ready.js';
import { getRoundEvidence } from './routes/get-round-evidence.js';
import { getRound } from './routes/get-round.js';
import { createSessions } from './sessions/routes.js';
import { createSettlementPurse } from './rounds/settlement-purse.js';
import type { Sponsorship } from './rounds/sponsorship.js';
import { createX402Routes, type X402Service } from './paths/x402/routes.js';

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
  readonly connection: OutboxConnection;
  readonly capacity: Capacity;
  readonly health: NodeHealth;
  readonly pace: CallPace;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly queue: SettlementQueue | null;
  readonly client: NodeClient;
  readonly clocks: ClockWatch;
  readonly releases: SessionReleases;
  readonly sponsorship: Sponsorship;
  readonly sponsored: ProviderAccess['sponsored'];
  readonly findPayment: FindPayment;
  readonly history: TransactionHistory;
  readonly processName: string;
  readonly facility: PaymentFacility | null;
  readonly stock: CommitmentStock | null;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly isLeaving: () => boolean;
  readonly shutdown: AbortController;
  readonly curve: Curve;
  readonly randomBytes: RandomBytes;
}

/** Every operation of the contract, by its name. */
export function createRoutes(parts: RouteParts): Routes {
  const { config, ledger, gateway, outbox, nowMs, monotonicMs } = parts;
  const { programId, network, rounds, catalogue } = config;
  const skewSeconds = config.agent.timestampSkewSeconds;
  const gatewayStanding = createGatewayStanding({ ledger, gateway, monotonicMs });
  const directory = createNodeDirectory({ ledger });
  const verifySignature = createNativeEd25519Verifier({ maxKeys: MAX_REMEMBERED_KEYS });
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
    nowMs,
  });
  const roundDeps = {
    ...parts,
    directory,
    registryNews: createRegistryNews({ ledger }),
    inAdvance: parts.stock === null ? null : createInAdvance(parts.stock, { monotonicMs }),
    peers: createPeerRecord({ monotonicMs }),
    verify: createCurveVerify(parts.curve),
    aggregateKeys: createAggregateKeyCache({ maxEntries: MAX_AGGREGATE_KEYS }),
    hedgeBudget: createHedgeBudget(),
    observeDeadlineMs: rounds.observeDeadlineMs,
    paidObserveDeadlineMs: rounds.paidObserveDeadlineMs,
    signDeadlineMs: rounds.signDeadlineMs,
    roundDeadlineMs: rounds.deadlineMs,
    maxInFlight: config.outbox.maxInFlight,
    shutdown: parts.shutdown.signal,
  };
  const purse = createSettlementPurse(parts);
  const serveCharged = createRoundService(createChargeRound({ ...parts, wait }), roundDeps);
  const serveRound: ChargedRoundService = async (round, clientGone) => serveCharged(await purse.charge(round), clientGone);
  const x402Service = createX402Service(parts, roundDeps);
  const requireReader = createRequireReader({ ...sessions, verifySignature, nowMs });
  const access: ProviderAccess = { payments: x402Service !== null, sponsored: parts.sponsored };
  const isStopping = (): boolean => parts.isLeaving() || parts.capacity.isDraining();
  const outboxProbe = createOutboxProbe({ ...parts.connection, key: `${outboxPrefix(gateway)}:probe`, monotonicMs });
  const limits = {
    requestBytes: MAX_REQUEST_BYTES,
    timestampSkewSeconds: skewSeconds,
    concurrentRounds: rounds.maxConcurrent,
    roundDeadlineMs: rounds.deadlineMs,
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
    ...createX402Routes(x402Service, { ...parts, gatewayStanding, verifySignature, wait }),
    getHealth,
    getReady: getReady({ readiness: createReadiness({ ...parts, outboxProbe, directory, gatewayStanding, purse, isStopping }) }),
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
    getRound: getRound({ outbox, requireReader }),
    getRoundEvidence: getRoundEvidence({ outbox, requireReader }),
  };
}

/** Null where nobody pays per request. */
function createX402Service(parts: RouteParts, deps: RoundServiceDeps): X402Service | null {
  const { config, facility, shutdown } = parts;
  if (config.x402 === null || facility === null) return null;
  const payRound = createPayRound({ ...parts, facilitator: facility.facilitator, wait, shutdown: shutdown.signal });
  return { settings: config.x402, facility, serveRound: createRoundService(payRound, deps) };
}

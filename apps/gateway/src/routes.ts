import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import { createPlaces } from '@oracle-gateway/fair-share';
import { commonOperations, type InfoAnswer, type RoundPath } from '@oracle-gateway/gateway-api';
import type { LedgerReader, TransactionHistory } from '@oracle-gateway/ledger';
import { type Outbox, outboxPrefix, type SettlementQueue } from '@oracle-gateway/outbox';
import { wait } from '@oracle-gateway/process';
import type { Address, DeploymentId } from '@oracle-gateway/protocol';
import { createNativeEd25519Verifier } from '@oracle-gateway/protocol/node';
import type { VerifySignature } from '@oracle-gateway/schnorr';
import packageJson from '../package.json' with { type: 'json' };
import { createDelegateLookup, createSubscriptionLookup } from './admission/ledger-lookup.js';
import { createRequireReader } from './sessions/reader-credential.js';
import { MAX_REQUEST_BYTES } from './admission/request-body.js';
import { createSourceReader } from './admission/requested-source.js';
import type { Config } from './config/config.js';
import { createSimulate } from './dry-runs/routes.js';
import type { OpenNodePool, RegistrySnapshots, RoundEngine } from './engine/index.js';
import type { Events } from './telemetry/events.js';
import { createGatewayAccountCache } from './ledger/gateway-account-cache.js';
import type { Endpoint, ServedOperation } from './http/endpoint.js';
import type { OpenedOutbox } from './outbox/outbox-connection.js';
import { createOutboxProbe } from './outbox/outbox-probe.js';
import type { RoundWatch } from './outbox/round-watch.js';
import type { FindPayment } from './payments/payment-finding.js';
import type { OpenPaths } from './paths/open-paths.js';
import type { ProviderAccess } from './routes/provider-access.js';
import { createReadiness } from './routes/readiness.js';
import { createServeCharged } from './charges/charge-round.js';
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
import { getRegistrySnapshot } from './routes/get-registry-snapshot.js';
import { createSettlementFeeBalance } from './charges/settlement-fee-balance.js';
import type { Sponsorship } from './providers/sponsorship.js';

/** Consumers whose keys stay decoded. */
const MAX_REMEMBERED_KEYS = 256;

/** Parts of the routes: what the process holds open, its measures and its clocks. */
export interface RouteParts {
  readonly config: Config;
  readonly ledger: LedgerReader;
  readonly deploymentId: DeploymentId;
  readonly mint: Address;
  readonly gateway: Address;
  /** The gateway's key. */
  readonly authority: Address;
  readonly connection: OpenedOutbox;
  readonly engine: RoundEngine;
  readonly nodes: OpenNodePool;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly queue: SettlementQueue | null;
  readonly watch: RoundWatch;
  readonly sponsorship: Sponsorship;
  readonly snapshots: RegistrySnapshots;
  readonly sponsored: ProviderAccess['sponsored'];
  readonly findPayment: FindPayment;
  readonly history: TransactionHistory;
  readonly paths: OpenPaths;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly isLeaving: () => boolean;
  /** Aborted when no more rounds are taken. */
  readonly stopping: AbortSignal;
  readonly verify: VerifySignature;
  readonly randomBytes: RandomBytes;
}

/** One endpoint for each operation that belongs to no way to pay: a new operation without an endpoint does not compile. */
type CommonEndpoints = { readonly [Name in keyof typeof commonOperations]: Endpoint<(typeof commonOperations)[Name]> };

/** Every operation of the contract, with its endpoint. */
export function createRoutes(parts: RouteParts): readonly ServedOperation[] {
  const { config, engine, nodes, ledger, gateway, outbox, paths, nowMs, monotonicMs } = parts;
  const gatewayAccount = createGatewayAccountCache({ ledger, gateway, monotonicMs });
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
  const feeBalance = createSettlementFeeBalance(parts);
  const requireReader = createRequireReader({ ...sessions, verifySignature, nowMs });
  const access: ProviderAccess = { payments: paths.paySources, sponsored: parts.sponsored };
  const isPath = (text: string): text is RoundPath => Object.hasOwn(paths.served, text);
  const { maxEventStreams: maxStreams } = config.server;
  const isStopping = (): boolean => parts.isLeaving() || engine.isDraining();
  const outboxProbe = createOutboxProbe({ ...parts.connection, key: `${outboxPrefix(gateway)}:probe`, monotonicMs });
  const sources = createSourceReader({ allowedSources: config.allowedSources, isSponsored: parts.sponsorship.covers });
  const served = paths.serve({
    ...parts,
    ...lookups,
    serveCharged: createServeCharged({ engine, feeBalance }, parts),
    gatewayAccount,
    verifySignature,
    checkBearer: sessions.checkBearer,
    sources,
    shutdown: engine.ending,
    wait,
  });
  const { publicOrigin } = config.server;
  const described = [...served.operations.map(({ operation }) => operation), ...Object.values(commonOperations)];
  const common: CommonEndpoints = {
    ...sessions.routes,
    getHealth,
    getReady: getReady({
      readiness: createReadiness({ ...parts, outboxProbe, gatewayAccount, feeBalance, isStopping }),
      notes: parts.queue === null ? ['settlement is switched off: served rounds are held until an operator releases them'] : [],
    }),
    getNodes: getNodes({ ledger, nodes }),
    getRegistrySnapshot: getRegistrySnapshot({ ...parts, enabled: config.snapshots.enabled }),
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
      verifySignature,
      sources,
      paths: served.dryRuns,
      isStopping: engine.isDraining,
    }),
  };
  return [...served.operations, ...Object.values(commonOperations).map((operation) => ({ operation, endpoint: common[operation.name] }))];
}

function limitsOf({ rounds, timestampSkewSeconds }: Config): InfoAnswer['data']['limits'] {
  const { maxConcurrent: concurrentRounds, deadlineMs: roundDeadlineMs } = rounds;
  return { requestBytes: MAX_REQUEST_BYTES, timestampSkewSeconds, concurrentRounds, roundDeadlineMs };
}

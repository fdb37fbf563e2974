import { createBudget, createPlaces } from '@oracle-gateway/fair-share';
import { createLedgerReader, createRpcServers, type LedgerReader, type RpcServers } from '@oracle-gateway/ledger';
import { MAX_NODE_REQUEST_BYTES, NODE_API_VERSIONS, type HealthResponse } from '@oracle-gateway/node-api';
import { createLogger, monotonicNowMs, reportRpcServer, wait } from '@oracle-gateway/process';
import { toHex, type DeploymentId } from '@oracle-gateway/protocol';
import { SOURCE_LANGUAGE_LEVEL } from '@oracle-gateway/protocol/internal';
import { createNativeEd25519Verifier } from '@oracle-gateway/protocol/node';
import { type Curve, createCurveVerify } from '@oracle-gateway/schnorr';
import { createSigningKey, type RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { DestinationStream } from 'pino';
import packageFile from '../package.json' with { type: 'json' };
import { createBlocks, SHARE_OF_BLOCKS } from './sharing/blocks.js';
import type { Config, Secrets } from './config/config.js';
import { createCommit } from './operations/commit.js';
import { createKeyStock } from './operations/key-stock.js';
import { createClockJumps } from './signing/clock-jumps.js';
import { createPushNonces } from './signing/push-nonces.js';
import { createEncryptionKeys } from './ledger/encryption-keys.js';
import { createFaults, type Faults } from './faults/faults.js';
import { createGatewayAccess } from './ledger/gateway-access.js';
import { createAuthenticate } from './http/authenticate.js';
import { createHttpServer, type HttpServer } from './http/http-server.js';
import { createJudgeHandshake } from './http/stream/judge-handshake.js';
import { createStreams, type Streams } from './http/stream/streams.js';
import type { NodeLog } from './telemetry/log.js';
import { createMetrics, type NodeMetrics } from './telemetry/metrics.js';
import { createObservePlaces } from './sharing/observe-places.js';
import { createObserve } from './operations/observe.js';
import { createOperations } from './operations/operations.js';
import { createSignRound } from './signing/partial-signature.js';
import { createRegistryWatch } from './ledger/registry-watch.js';
import { createRelease } from './operations/release.js';
import { createRequestHandler } from './http/request-handler.js';
import { createUnsealSources } from './source/sealed-source.js';
import { createSigningSessions } from './signing/sessions.js';
import { createSign } from './operations/sign.js';
import { createSimulate } from './operations/simulate.js';
import { createVouch } from './operations/vouch.js';
import { createVouchedTimes } from './signing/vouched-times.js';
import { createStampWait } from './signing/stamp-wait.js';
import { createObserveSubject, type ObserveSubject } from './source/observe-subject.js';
import { createFetchAdmission } from './source/fetch-admission.js';
import { type FetchTimeouts, MAX_KEPT_CONNECTIONS } from './source/safe-fetch.js';
import { createSharedFetches } from './source/shared-fetches.js';
import { createSourceThreads, type SourceThreads, type StartThread } from './source/threads/source-threads.js';
import { createStartThread, threadProgram } from './source/threads/start-thread.js';
import { GATEWAYS_FACTOR } from './sharing/asker.js';
import { createReadingBudget, DRY_RUN_READING } from './sharing/reading-budget.js';
import { createDryRunShare } from './sharing/dry-run-share.js';

/** Gateways are few: their keys stay decoded. */
const MAX_REMEMBERED_KEYS = 64;

/**
 * Verifications of strangers' signatures per second, each about 0.2 ms. One block alone gets 200 and 20 of them. Only bad signatures count
 * under the name of a known gateway, so that a gateway behind the address of a stranger is let in.
 */
const SIGNATURES_AS_KNOWN_GATEWAY = { ...SHARE_OF_BLOCKS, max: 800, factor: 1 / 3 } as const;
const SIGNATURES_AS_UNKNOWN_GATEWAY = { ...SHARE_OF_BLOCKS, max: 100, factor: 1 / 4 } as const;

/** Least time between two reads of the registry that gateways cause by naming an unknown version: one slot of the ledger. */
const MIN_READ_INTERVAL_MS = 400;

/** Registry snapshots that a node signs: gateways need one at each change of the registry and one a week. */
const VOUCHES = { max: 60, windowMs: 60_000, factor: GATEWAYS_FACTOR, reserve: 0 } as const;

/** Replacements for the outside world of a node, for tests. */
export interface Overrides {
  readonly reader?: LedgerReader;
  readonly startThread?: StartThread;
  readonly nowMs?: () => number;
  /** Clock for lives and ages: never set back, unlike the wall clock. */
  readonly monotonicMs?: () => number;
  /** Timer that a node waits by for its wall clock. It resolves early when the signal is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: RandomBytes;
  readonly logDestination?: DestinationStream;
  readonly die?: () => void;
}

/** The largest answer, 64 nodes of 320 bytes in base64, is 28 KiB. */
const RPC_LIMITS = { timeoutMs: 5_000, maxAnswerBytes: 256 * 1024 };

export interface Context {
  readonly servers: RpcServers;
  readonly reader: LedgerReader;
  readonly log: NodeLog;
  readonly server: HttpServer;
  readonly metrics: NodeMetrics;
  readonly sourceThreads: SourceThreads;
  /** Reads registry, own account and gateways again and forgets what has expired. */
  readonly refresh: () => Promise<void>;
}

/** Puts the parts of a node together; nothing runs yet. */
export function createContext(input: {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly deploymentId: DeploymentId;
  /** The implementation that keys and nonces are computed with. */
  readonly curve: Curve;
  readonly random: RandomBytes;
  readonly overrides: Overrides;
}): Context {
  const { config, secrets, deploymentId, curve, random, overrides } = input;
  const nowMs = overrides.nowMs ?? Date.now;
  const monotonicMs = overrides.monotonicMs ?? monotonicNowMs;
  const nodeIndex = config.node.index;
  const { programId } = config.solana;
  const signingKey = createSigningKey(secrets.secretKey, { curve });
  const { publicKey } = signingKey;
  const log = createLogger({
    app: 'oracle-node',
    level: config.log.level,
    members: { node: nodeIndex },
    ...(overrides.logDestination === undefined ? {} : { destination: overrides.logDestination }),
  });
  const servers = openServers({ config, secrets }, { log, metrics: () => metrics });
  const reader =
    overrides.reader ?? createLedgerReader({ rpc: servers.client(RPC_LIMITS), programId, minRefreshIntervalMs: MIN_READ_INTERVAL_MS });
  // Other chains cannot take back what a rolled back block described.
  const finalized =
    overrides.reader ??
    createLedgerReader({ rpc: servers.client(RPC_LIMITS), programId, commitment: 'finalized', minRefreshIntervalMs: MIN_READ_INTERVAL_MS });
  const maxAgeMs = config.registry.maxAgeSeconds * 1_000;
  const onVersion = (version: bigint): void => streams.tellVersion(version);
  const registryWatch = createRegistryWatch({ reader, nodeIndex, publicKey, maxAgeMs, nowMs, monotonicMs, onVersion });
  const gatewayAccess = createGatewayAccess({ reader, maxAgeMs, monotonicMs });
  const encryptionKeys = createEncryptionKeys({ reader, programId, nodeIndex, configured: secrets.encryptionKeys, nowMs, log });
  const clockJumps = createClockJumps({ nowMs, monotonicMs });
  const sessions = createSigningSessions({ maxOpenPerGateway: config.limits.maxOpenSessionsPerGateway, monotonicMs });
  const own = createKeyStock(signingKey, { random, nowMs, monotonicMs, clockJumps });
  const previous = secrets.previousSecretKeys.map((secretKey) =>
    createKeyStock(createSigningKey(secretKey, { curve }), { random, nowMs, monotonicMs, clockJumps }),
  );
  const { commitments, give: giveCommitments } = own;
  const timeouts = { timeoutMs: config.limits.fetchTimeoutMs, paidTimeoutMs: config.limits.paidFetchTimeoutMs };
  const sourceThreads = openThreads(config, overrides, { timeouts, log, metrics: () => metrics, monotonicMs });
  const metrics = createMetrics({
    streams: () => streams.openCount(),
    openSessions: () => sessions.openCount(),
    commitments: () => commitments.size(),
    registryVersion: () => Number(registryWatch.view()?.registry.version ?? 0n),
    ledgerViewAgeSeconds: () => ageSeconds(registryWatch.view()?.readAtMs, monotonicMs()),
    encryptionKeyHeld: () => Number(encryptionKeys.holdsNamed() ?? -1),
  });
  const faults = createConfiguredFaults(config, secrets, overrides);

  const { maxConcurrentObservations, maxConcurrentDryRuns, dryRunsPerMinute } = config.limits;
  const { threads, maxBodyBytes } = config.sources;
  const withFaults = (observeSubject: ObserveSubject): ObserveSubject => faults?.wrapSubject(observeSubject) ?? observeSubject;
  const observeSource = createSharedFetches({
    ...timeouts,
    admission: createFetchAdmission({ ...timeouts, maxPerRequesterAndOrigin: config.limits.fetchesPerRequesterAndOrigin, monotonicMs }),
    observeNumber: sourceThreads.observeNumber,
    nowMs,
    monotonicMs,
  });
  const unsealSources = createUnsealSources({ nodeIndex, encryptionKeys, allowed: config.sources.allowed, nowMs });
  const places = createObservePlaces({ max: maxConcurrentObservations, monotonicMs });
  const signRound = createSignRound({ deploymentId, nodeIndex, curve, signingKey, registryWatch, log });
  const operations = createOperations({
    commit: createCommit([own, ...previous]),
    observe: createObserve({
      deploymentId,
      nodeIndex,
      signingKey,
      registryWatch,
      places,
      // One of several threads is left to the thread that signs: by default, both have the same cores.
      readingBudget: createReadingBudget({ threads: Math.max(1, threads - 1), monotonicMs }),
      sessions,
      commitments,
      signRound,
      unsealSources,
      observeSubject: withFaults(createObserveSubject({ observeSource })),
      allowedSources: config.sources.allowed,
      maxBodyBytes,
      waitForStamp: createStampWait({ nowMs, monotonicMs, clockJumps, wait: overrides.wait ?? wait }),
      random,
      nowMs,
      log,
    }),
    sign: createSign({ nodeIndex, sessions, commitments, signRound, verify: createCurveVerify(curve), nowMs }),
    release: createRelease({ sessions }),
    simulate: createSimulate({
      nodeIndex,
      registryWatch,
      share: createDryRunShare({ maxConcurrent: maxConcurrentDryRuns, perMinute: dryRunsPerMinute, monotonicMs }),
      readingBudget: createReadingBudget({ threads: 1, monotonicMs, share: DRY_RUN_READING }),
      unsealSources,
      maxBodyBytes,
      observeSubject: withFaults(createObserveSubject({ observeSource, isForDryRuns: true })),
    }),
    vouch: createVouch({
      deploymentId,
      nodeIndex,
      curve,
      stocks: [own, ...previous],
      times: createVouchedTimes(),
      reader: finalized,
      budget: createBudget(VOUCHES, { nowMs: monotonicMs }),
      nowMs,
      log,
    }),
  });
  const healthOf = (): HealthResponse => {
    const reasons = [...registryWatch.unready()];
    const version = registryWatch.view()?.registry.version;
    return {
      status: reasons.length === 0 ? 'ok' : 'unready',
      reasons,
      index: nodeIndex,
      publicKey: toHex(publicKey),
      registryVersion: version === undefined ? null : Number(version),
      apiVersions: [...NODE_API_VERSIONS],
      sourceLanguageLevel: SOURCE_LANGUAGE_LEVEL,
      maxBodyBytes,
      version: packageFile.version,
    };
  };
  const blocks = createBlocks({ monotonicMs });
  const authenticate = createAuthenticate({
    deploymentId,
    nodeIndex,
    verifySignature: createNativeEd25519Verifier({ maxKeys: MAX_REMEMBERED_KEYS }),
    gatewayAccess,
    blocks,
    strangerLimits: {
      asKnownGateway: createBudget(SIGNATURES_AS_KNOWN_GATEWAY, { nowMs: monotonicMs }),
      asUnknownGateway: createBudget(SIGNATURES_AS_UNKNOWN_GATEWAY, { nowMs: monotonicMs }),
    },
    nowMs,
    metrics,
  });
  const handleHonestly = createRequestHandler({ nodeIndex, authenticate, operations, healthOf, log, metrics });
  const handle = faults?.wrapHandler(handleHonestly) ?? handleHonestly;
  const connections = { ...connectionLimits(config.limits.maxConnections), isOfGateway: (block: string) => blocks.isOfGateway(block) };
  const streams: Streams = createStreams({
    judgeHandshake: createJudgeHandshake({ deploymentId, nodeIndex, authenticate, encryptionKeys, metrics }),
    authenticate,
    served: {
      handle,
      places: createPlaces({ max: connections.maxGatewayConnections, factor: GATEWAYS_FACTOR }, { nowMs: monotonicMs }),
      giveTo: (caller, gatewayKey) => {
        const nextNonce = createPushNonces({ gatewayKey, random });
        return (count, onTaken) => giveCommitments(caller, { count, gatewayNonce: nextNonce(), onTaken });
      },
      hasPresentKey: (caller) => gatewayAccess.isKnown(caller),
      registryVersion: () => registryWatch.view()?.registry.version ?? null,
      nowMs,
      monotonicMs,
      log,
      metrics,
    },
  });

  secrets.rpcUrls.forEach((_, server) => metrics.rpcServerUp.set({ server }, 1));
  return {
    servers,
    reader,
    log,
    server: createHttpServer({ handle, streams, maxBodyBytes: MAX_NODE_REQUEST_BYTES, nowMs, connections }),
    metrics,
    sourceThreads,
    refresh: async () => {
      sessions.prune();
      for (const stock of [own, ...previous]) stock.commitments.prune();
      // Reads that start at the same moment share one RPC call.
      await Promise.all([registryWatch.refresh(), encryptionKeys.refresh(), gatewayAccess.refresh().then(() => streams.review())]);
    },
  };
}

/** `metrics` is a function because the metrics are created later: they need the ledger's readers. */
function openServers(
  { secrets, config }: { readonly config: Config; readonly secrets: Secrets },
  { log, metrics }: { readonly log: NodeLog; readonly metrics: () => Pick<NodeMetrics, 'rpcCalls' | 'rpcServerUp'> },
): RpcServers {
  return createRpcServers({
    rpcUrls: secrets.rpcUrls,
    network: config.solana.network,
    onCall: (server, outcome) => metrics().rpcCalls.inc({ server, outcome }),
    onTrouble: (server, trouble) => reportRpcServer({ logger: log, up: metrics().rpcServerUp }, { server, trouble }),
  });
}

/** The built file that runs has the program of the threads beside it. `metrics` is a function for the same reason. */
function openThreads(
  { sources, limits }: Config,
  { startThread }: Overrides,
  {
    timeouts,
    log,
    metrics,
    monotonicMs,
  }: {
    readonly timeouts: FetchTimeouts;
    readonly log: NodeLog;
    readonly metrics: () => NodeMetrics;
    readonly monotonicMs: () => number;
  },
): SourceThreads {
  const { allowed, fixtures, threads: count } = sources;
  return createSourceThreads({
    count,
    settings: {
      allowed,
      fixtures,
      ...timeouts,
      maxKeptConnections: Math.ceil(MAX_KEPT_CONNECTIONS / count),
      maxReads: limits.maxConcurrentObservations + limits.maxConcurrentDryRuns,
    },
    startThread: startThread ?? createStartThread(threadProgram(import.meta.url)),
    monotonicMs,
    onLoss: (reason) => {
      metrics().threadLosses.inc({ reason });
      log.warn({ reason }, 'a thread of sources was lost and starts anew; its fetches failed');
    },
  });
}

function createConfiguredFaults(config: Config, secrets: Secrets, overrides: Overrides): Faults | null {
  if (!config.faults.enabled || secrets.faultsToken === undefined) {
    return null;
  }
  return createFaults({
    token: secrets.faultsToken,
    delay: wait,
    die: overrides.die ?? ((): void => process.exit(1)),
  });
}

/** A quarter of the connections suffices for the first request of a gateway and for `GET /health`; half of it is for the blocks of gateways. */
function connectionLimits(maxConnections: number) {
  const maxStrangers = Math.ceil(maxConnections / 8);
  const maxNewcomers = Math.ceil(maxConnections / 8);
  return { maxStrangers, maxNewcomers, maxGatewayConnections: Math.max(1, maxConnections - maxStrangers - maxNewcomers) };
}

function ageSeconds(readAtMs: number | undefined, nowMs: number): number {
  return readAtMs === undefined ? -1 : (nowMs - readAtMs) / 1_000;
}

import { createLedgerReader, type LedgerReader } from '@oracle-gateway/ledger';
import { MAX_REQUEST_BYTES, type HealthResponse } from '@oracle-gateway/node-api';
import { createEd25519Verifier, toHex, type DeploymentId } from '@oracle-gateway/protocol';
import { createSigningKey, type RandomBytes } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import type { NodeConfig, NodeSecrets } from './config.js';
import { createFaults, type Faults } from './faults.js';
import { createGatewayAccess } from './gateway-access.js';
import { createHttpServer, type HttpServer } from './http-server.js';
import { createLog, type NodeLog } from './log.js';
import { createMetrics, createMetricsHandler } from './metrics.js';
import { createObserve } from './observe.js';
import { createOperations } from './operations.js';
import { createRegistryWatch } from './registry-watch.js';
import { createRelease } from './release.js';
import { createRequestHandler } from './request-handler.js';
import { createSessionStore } from './sessions.js';
import { createSign } from './sign.js';
import { createSignedValues } from './signed-values.js';
import { createObserveValue } from './source/observe-value.js';
import type { ResolveName } from './source/public-lookup.js';
import { createSafeFetch, type SafeFetch } from './source/safe-fetch.js';

/** Gateways are few: their keys stay decoded. */
const MAX_REMEMBERED_KEYS = 64;

/** The outside world of a node; tests replace what they do not want to be real. */
export interface NodeOverrides {
  readonly reader?: LedgerReader;
  readonly resolve?: ResolveName;
  readonly nowMs?: () => number;
  readonly random?: RandomBytes;
  readonly logDestination?: DestinationStream;
  readonly die?: () => void;
}

export interface NodeContext {
  readonly reader: LedgerReader;
  readonly log: NodeLog;
  readonly server: HttpServer;
  readonly metricsServer: HttpServer;
  readonly safeFetch: SafeFetch;
  /** Reads registry and gateways again and forgets what has expired. */
  readonly refresh: () => Promise<void>;
}

/** Puts the parts of a node together; nothing runs yet. */
export const createContext = (input: {
  readonly config: NodeConfig;
  readonly secrets: NodeSecrets;
  readonly deploymentId: DeploymentId;
  readonly overrides: NodeOverrides;
}): NodeContext => {
  const { config, secrets, deploymentId, overrides } = input;
  const nowMs = overrides.nowMs ?? Date.now;
  const nodeIndex = config.node.index;
  const { programId } = config.solana;
  const signingKey = createSigningKey(secrets.secretKey);
  const { publicKey } = signingKey;
  const log = createLog({
    level: config.log.level,
    nodeIndex,
    ...(overrides.logDestination === undefined ? {} : { destination: overrides.logDestination }),
  });
  const reader = overrides.reader ?? createLedgerReader({ rpcUrl: secrets.rpcUrl, programId });
  const maxAgeMs = config.registry.maxAgeSeconds * 1_000;
  const registryWatch = createRegistryWatch({ reader, nodeIndex, publicKey, maxAgeMs, nowMs });
  const gatewayAccess = createGatewayAccess({ reader, programId, maxAgeMs, nowMs });
  const sessions = createSessionStore({ maxOpenPerGateway: config.limits.maxOpenSessionsPerGateway, nowMs });
  const signedValues = createSignedValues({ nowMs });
  const safeFetch = createSafeFetch({
    allowed: config.sources.allowed,
    timeoutMs: config.limits.fetchTimeoutMs,
    ...(overrides.resolve === undefined ? {} : { resolve: overrides.resolve }),
  });
  const metrics = createMetrics({
    openSessions: () => sessions.openCount(),
    signedValues: () => signedValues.size(),
    registryVersion: () => Number(registryWatch.view()?.registry.version ?? 0n),
    ledgerViewAgeSeconds: () => ageSeconds(registryWatch.view()?.readAtMs, nowMs()),
  });
  const faults = createConfiguredFaults(config, secrets, overrides);

  const observeSource = createObserveValue({ fetchSource: safeFetch.fetchSource, nowMs });
  const observeValue = faults?.wrapSource(observeSource) ?? observeSource;
  const random = overrides.random ?? ((length) => new Uint8Array(randomBytes(length)));
  const operations = createOperations({
    observe: createObserve({ deploymentId, nodeIndex, signingKey, registryWatch, sessions, observeValue, random, nowMs, log }),
    sign: createSign({ deploymentId, nodeIndex, signingKey, registryWatch, sessions, signedValues, log }),
    release: createRelease({ sessions }),
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
    };
  };
  const maxConcurrent = config.limits.maxConcurrentRequests;
  const handleHonestly = createRequestHandler({
    deploymentId,
    nodeIndex,
    maxConcurrent,
    verifySignature: createEd25519Verifier({ maxKeys: MAX_REMEMBERED_KEYS }),
    gatewayAccess,
    operations,
    healthOf,
    nowMs,
    log,
    metrics,
  });
  const handle = faults?.wrapHandler(handleHonestly) ?? handleHonestly;

  return {
    reader,
    log,
    server: createHttpServer({ handle, maxBodyBytes: MAX_REQUEST_BYTES, maxConnections: config.limits.maxConnections }),
    metricsServer: createHttpServer({ handle: createMetricsHandler(metrics), maxBodyBytes: 0, maxConnections: 16 }),
    safeFetch,
    refresh: async () => {
      sessions.prune();
      signedValues.prune();
      await registryWatch.refresh();
      await gatewayAccess.refresh();
    },
  };
};

const createConfiguredFaults = (config: NodeConfig, secrets: NodeSecrets, overrides: NodeOverrides): Faults | null => {
  if (!config.faults.enabled || secrets.faultsToken === undefined) {
    return null;
  }
  return createFaults({
    token: secrets.faultsToken,
    delay: async (ms) => await delay(ms, undefined, { ref: false }),
    die: overrides.die ?? ((): void => process.exit(1)),
  });
};

const ageSeconds = (readAtMs: number | undefined, nowMs: number): number => (readAtMs === undefined ? -1 : (nowMs - readAtMs) / 1_000);

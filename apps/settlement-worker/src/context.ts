import { randomUUID } from 'node:crypto';
import { createRpcServers, type FetchLike, type RpcServers } from '@oracle-gateway/ledger';
import {
  connectRedis,
  createDurabilityWatch,
  createOutbox,
  createPayerList,
  IDENTITY_TTL_SECONDS,
  RESULT_TTL_SECONDS,
  type DurabilityWatch,
  type OutboxConnection,
} from '@oracle-gateway/outbox';
import { gatewayKeysOf, type Keypair } from '@oracle-gateway/app-config';
import { createLogger, createUpstreams, monotonicNowMs, reportRpcServer } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import type { Logger } from 'pino';
import type { Config, Secrets } from './config/config.js';
import { createMetrics, PARTS } from './telemetry/metrics.js';
import type { PassDeps } from './pass/pass-deps.js';
import { createPayers } from './ledger/payers.js';
import { createSettlementLedger } from './ledger/settlement-ledger.js';
import { createReceiptIndex, type ReceiptIndex } from './reclaim/receipt-index.js';
import { createSignerSetIndex, type SignerSetIndex } from './signer-sets/signer-set-index.js';
import type { SigningParts } from './settling/open-settling.js';
import { createSignerSets } from './signer-sets/signer-sets.js';

/** Parts that a test may replace. */
export interface Overrides {
  /** Fetch that calls the RPC server. */
  readonly fetch?: FetchLike;
  readonly logger?: Logger;
  /** The wall clock. */
  readonly nowMs?: () => number;
}

/** All parts of one worker; nothing runs yet. */
export interface Context {
  /** The Gateway account. */
  readonly gateway: Address;
  /** Connection for commands. */
  readonly redis: OutboxConnection;
  /** Connection for the blocking reads of the queue. */
  readonly queueRedis: OutboxConnection;
  /** Whether the server of `redis` keeps the writes that it acknowledges; checked again after every interruption. */
  readonly durability: DurabilityWatch;
  readonly servers: RpcServers;
  /** Parts of a pass, whatever key signs. The mint is read from the ledger. */
  readonly settling: Omit<PassDeps, 'mint' | keyof SigningParts>;
  /** Parts for a key of the gateway. */
  signingWith(key: Keypair): SigningParts;
  readonly receipts: ReceiptIndex;
  readonly paidSets: SignerSetIndex;
  /** The wall clock. */
  readonly nowMs: () => number;
}

/** An upstream is used by every sweep at least. Three sweeps without an answer are trouble. */
const SILENT_SWEEPS = 3;
const SILENCE_MARGIN_MS = 30_000;

export function createContext(config: Config, secrets: Secrets, overrides: Overrides = {}): Context {
  const { programId, settlement } = config;
  const { gateway, rpcUrls, outboxLocation } = secrets;
  const logger = overrides.logger ?? createLogger({ app: 'settlement-worker', level: config.logLevel });
  const onError = (error: Error): void => logger.warn({ reason: error.message }, 'the outbox has connection trouble');
  const redis = connectRedis(outboxLocation, { onError });
  const queueRedis = connectRedis(outboxLocation, { onError, blocking: true });
  const durability = createDurabilityWatch({ redis, gateway, options: config.outbox });
  const metrics = createMetrics();
  const monotonicMs = monotonicNowMs;
  const silenceMs = SILENT_SWEEPS * settlement.intervalSeconds * 1_000 + SILENCE_MARGIN_MS;
  const { priorityFee } = settlement;
  const servers = createRpcServers({
    rpcUrls,
    network: config.network,
    fetch: overrides.fetch,
    monotonicMs,
    onCall: (server, outcome) => metrics.rpcServerCalls.inc({ server, outcome }),
    onTrouble: (server, trouble) => reportRpcServer({ logger, up: metrics.rpcServerUp }, { server, trouble }),
  });
  rpcUrls.forEach((_, server) => metrics.rpcServerUp.set({ server }, 1));
  const paidSets = createSignerSetIndex({ redis, gateway });
  const payerList = createPayerList({ redis, gateway });
  const gatewayKeys = new Map(
    gatewayKeysOf(secrets).map((key, index) => [key, metrics.keys.watched(index === 0 ? 'gateway' : 'next', key)]),
  );
  const [firstPayer, ...otherPayers] = secrets.payers.map((key, index) => metrics.keys.watched(`payer ${index}`, key));
  return {
    gateway,
    redis,
    queueRedis,
    durability,
    servers,
    settling: {
      outbox: createOutbox({
        redis,
        gateway,
        identityTtlSeconds: IDENTITY_TTL_SECONDS,
        resultTtlSeconds: RESULT_TTL_SECONDS,
        durability,
        onConcluded: metrics.concluded,
      }),
      programId,
      gateway,
      workerId: randomUUID(),
      maxAttempts: settlement.maxAttempts,
      upstreams: createUpstreams({ up: metrics.up, logger, monotonicMs }, { parts: PARTS, waiting: 'rounds', silenceMs }),
      metrics,
      logger,
      monotonicMs,
    },
    signingWith(key) {
      const signer = gatewayKeys.get(key) ?? key;
      const payers = createPayers({ signers: firstPayer === undefined ? [signer] : [firstPayer, ...otherPayers], list: payerList });
      const ledger = createSettlementLedger({ servers, signer, priorityFee, metrics });
      return {
        ledger,
        gatewayAuthority: signer.address,
        payers,
        signerSets: createSignerSets({ ledger, programId, payers, paidSets, logger, monotonicMs }),
      };
    },
    receipts: createReceiptIndex({ redis, gateway }),
    paidSets,
    nowMs: overrides.nowMs ?? Date.now,
  };
}

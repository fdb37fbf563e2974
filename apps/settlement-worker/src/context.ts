import { randomUUID } from 'node:crypto';
import { createLedgerReader, createLedgerSender } from '@oracle-gateway/ledger';
import {
  connectRedis,
  createOutbox,
  createSettlementQueue,
  IDENTITY_TTL_SECONDS,
  RESULT_TTL_SECONDS,
  type SettlementQueue,
} from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import type { Redis } from 'ioredis';
import { pino, type Logger } from 'pino';
import type { Config, Secrets } from './config.js';
import { createMetrics } from './metrics.js';
import { pause } from './pause.js';
import type { SettlementLedger } from './settlement-ledger.js';
import type { SettleDependencies } from './settle-round.js';

/** Parts that a test may replace. */
export interface Overrides {
  readonly ledger?: SettlementLedger;
  readonly logger?: Logger;
}

/** Everything one worker is made of; nothing runs yet. */
export interface Context {
  readonly gateway: Address;
  /** For commands. */
  readonly redis: Redis;
  /** For waiting on the queue. */
  readonly queueRedis: Redis;
  readonly queue: SettlementQueue;
  readonly settling: SettleDependencies;
  /** Aborted when a stopping worker's time is up: waits for confirmations then end. */
  readonly stop: AbortController;
}

export function createContext(config: Config, secrets: Secrets, overrides: Overrides = {}): Context {
  const { programId } = config;
  const { gatewayKeypair, rpcUrl, outboxUrl } = secrets;
  const logger = overrides.logger ?? pino({ level: config.logLevel, base: { app: 'settlement-worker' } });
  const gateway = gatewayAddress(programId, gatewayKeypair.address);
  const onError = (error: Error): void => logger.warn({ reason: error.message }, 'the outbox has connection trouble');
  const redis = connectRedis(outboxUrl, { onError });
  const queueRedis = connectRedis(outboxUrl, { onError, blocking: true });
  const stop = new AbortController();
  return {
    gateway,
    redis,
    queueRedis,
    queue: createSettlementQueue({
      redis,
      gateway,
      onWakeFailure: (error, roundId) => logger.warn({ roundId, err: error }, 'a wake-up was lost; the sweep repeats it'),
    }),
    settling: {
      outbox: createOutbox({ redis, gateway, identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: RESULT_TTL_SECONDS }),
      ledger: overrides.ledger ?? {
        reader: createLedgerReader({ rpcUrl, programId }),
        sender: createLedgerSender({ rpcUrl, signer: gatewayKeypair }),
      },
      programId,
      gatewayAuthority: gatewayKeypair.address,
      workerId: randomUUID(),
      maxAttempts: config.settlement.maxAttempts,
      metrics: createMetrics(),
      logger,
      pause,
      nowMs: Date.now,
      signal: stop.signal,
    },
    stop,
  };
}

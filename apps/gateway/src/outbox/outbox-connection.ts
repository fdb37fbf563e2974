import {
  type ConfirmedCall,
  connectRedis,
  createConfirmedCalls,
  createDurabilityWatch,
  type DurabilityOptions,
  type DurabilityWatch,
  type OutboxConnection,
  type OutboxLocation,
  outboxPrefix,
  proveDurable,
} from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { repeat } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import { createHighWaterFile } from './high-water-file.js';

const MARK_INTERVAL_MS = 1_000;
const MARK_TROUBLE = 'the mark of served rounds could not be written; check outbox.mark_path';

export interface OpenedOutbox {
  readonly redis: OutboxConnection;
  /** Connection for writes that wait for replicas; where none is waited for, the same. */
  readonly confirming: OutboxConnection;
  /** Answers once replicas have what a script wrote. */
  readonly confirmed: ConfirmedCall;
  /** Asks again whenever the connection was interrupted. */
  readonly durability: DurabilityWatch;
  close(): Promise<void>;
}

/** Connects to the outbox and waits until its server is proven to keep what it acknowledges. Throws OutboxUnavailableError, VolatileOutboxError, OutboxLoginError. */
export async function openOutboxConnection(deps: {
  readonly outboxLocation: OutboxLocation;
  readonly options: DurabilityOptions;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly logger: Logger;
  /** Path of the mark of served rounds, beside Redis; absent: nowhere. */
  readonly markPath?: string | undefined;
}): Promise<OpenedOutbox> {
  const { gateway, logger } = deps;
  const mark = deps.markPath === undefined ? null : createHighWaterFile({ path: deps.markPath, gateway });
  const highWater = await mark?.read();
  const connect = (): OutboxConnection =>
    connectRedis(deps.outboxLocation, {
      onError: (error) => {
        logger.error({ err: error }, 'outbox connection');
      },
    });
  const redis = connect();
  const confirming = (deps.options.minReplicas ?? 0) > 0 ? connect() : redis;
  const durability = createDurabilityWatch({ redis, confirming, gateway, options: deps.options, ...(highWater ? { highWater } : {}) });
  const onError = (error: unknown): void => logger.error({ err: error }, MARK_TROUBLE);
  // The watch begins with what the file says, so the file never says less than before.
  const marking = mark === null ? null : repeat(() => mark.write(durability.highWater), { intervalMs: MARK_INTERVAL_MS, onError });
  const close = async (): Promise<void> => {
    durability.close();
    redis.disconnect();
    confirming.disconnect();
    await marking?.stop();
    await mark?.write(durability.highWater).catch(onError);
  };
  try {
    await proveDurable(durability);
    const confirmed = createConfirmedCalls({ redis: confirming, prefix: outboxPrefix(gateway), minReplicas: durability.minReplicas });
    return { redis, confirming, confirmed, durability, close };
  } catch (error) {
    await close();
    throw error;
  }
}

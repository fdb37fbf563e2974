import {
  connectRedis,
  createDurabilityWatch,
  type DurabilityOptions,
  type DurabilityWatch,
  type OutboxConnection,
  type OutboxLocation,
  proveDurable,
} from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { Logger } from 'pino';

export interface OpenedOutbox {
  readonly redis: OutboxConnection;
  /** Asks again whenever the connection was interrupted. */
  readonly durability: DurabilityWatch;
  close(): void;
}

/** Connects to the outbox and waits until its server is proven to keep what it acknowledges. Throws OutboxUnavailableError, VolatileOutboxError, OutboxLoginError. */
export async function openOutboxConnection(deps: {
  readonly outboxLocation: OutboxLocation;
  readonly options: DurabilityOptions;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly logger: Logger;
}): Promise<OpenedOutbox> {
  const redis = connectRedis(deps.outboxLocation, {
    onError: (error) => {
      deps.logger.error({ err: error }, 'outbox connection');
    },
  });
  const durability = createDurabilityWatch({ redis, gateway: deps.gateway, options: deps.options });
  const close = (): void => {
    durability.close();
    redis.disconnect();
  };
  try {
    await proveDurable(durability);
    return { redis, durability, close };
  } catch (error) {
    close();
    throw error;
  }
}

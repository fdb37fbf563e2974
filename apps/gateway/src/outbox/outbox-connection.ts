import { connectRedis, createDurabilityWatch, type DurabilityOptions, type DurabilityWatch } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

export interface OutboxConnection {
  readonly redis: Redis;
  /** Asks again whenever the connection was interrupted. */
  readonly durability: DurabilityWatch;
  close(): void;
}

/** Connects to the outbox and waits until its server is proven to keep what it acknowledges. Throws VolatileOutboxError. */
export async function openOutboxConnection(deps: {
  readonly outboxUrl: string;
  readonly options: DurabilityOptions;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly logger: Logger;
}): Promise<OutboxConnection> {
  const redis = connectRedis(deps.outboxUrl, {
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
    await durability.assertDurable();
    return { redis, durability, close };
  } catch (error) {
    close();
    throw error;
  }
}

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
export async function openOutboxConnection(input: {
  readonly outboxUrl: string;
  readonly options: DurabilityOptions;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly logger: Logger;
}): Promise<OutboxConnection> {
  const redis = connectRedis(input.outboxUrl, {
    onError: (error) => {
      input.logger.error({ err: error }, 'outbox connection');
    },
  });
  const durability = createDurabilityWatch({ redis, gateway: input.gateway, options: input.options });
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

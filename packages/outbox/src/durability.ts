import { Cluster, type Redis } from 'ioredis';
import { isLoginRefusal } from './connection-error.js';
import { OutboxLoginError, VolatileOutboxError } from './errors.js';
import type { OutboxConnection } from './scripts.js';

/** Settings under which an acknowledged record survives the server's death, and is never evicted. */
const REQUIRED_SETTINGS = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' } as const;

export interface DurabilityOptions {
  /** Serve although records may be lost: for trials only. */
  readonly allowVolatile: boolean;
  /** `trusted`: the operator vouches for a managed server that does not show its settings. */
  readonly durability: 'verify' | 'trusted';
}

/**
 * Asks the server whether it keeps what it acknowledges. A server that says it does not is refused even when trusted.
 * Throws VolatileOutboxError naming the setting, OutboxLoginError.
 */
export async function assertDurable(redis: OutboxConnection, { allowVolatile, durability }: DurabilityOptions): Promise<void> {
  if (allowVolatile) return;
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  for (const server of servers) await assertServerDurable(server, durability);
}

async function assertServerDurable(redis: Redis, durability: DurabilityOptions['durability']): Promise<void> {
  for (const [setting, wanted] of Object.entries(REQUIRED_SETTINGS)) {
    const actual = await readSetting(redis, setting);
    if (actual === undefined) {
      if (durability === 'trusted') continue;
      throw new VolatileOutboxError(
        setting,
        `the server does not show ${setting}; set outbox.durability = "trusted" if it keeps every write`,
      );
    }
    if (actual !== wanted) throw new VolatileOutboxError(setting, `${setting} is "${actual}" and must be "${wanted}"`);
  }
}

/** undefined: the server refuses to say (managed servers rename or forbid CONFIG). Trouble with the connection and a refused login are thrown. */
async function readSetting(redis: Redis, setting: string): Promise<string | undefined> {
  try {
    const reply: unknown = await redis.config('GET', setting);
    const value: unknown = Array.isArray(reply) ? reply[1] : undefined;
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if (isLoginRefusal(error)) throw new OutboxLoginError();
    if (error instanceof Error && error.name === 'ReplyError') return undefined;
    throw error;
  }
}

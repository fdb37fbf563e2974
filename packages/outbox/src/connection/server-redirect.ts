import type { OutboxConnection } from './scripts.js';

const REDIRECT = /^(?:MOVED|ASK|TRYAGAIN|CLUSTERDOWN)\b/;

/** Whether a server of a cluster did nothing because the slot of the keys is moving, or is elsewhere. */
export function isRedirect(error: unknown): boolean {
  return error instanceof Error && REDIRECT.test(error.message);
}

/** Commands sent together are not redirected by the client. This asks in a way that is, so that the client learns where the slot of `key` is now. */
export async function followSlot(redis: OutboxConnection, key: string): Promise<void> {
  await redis.exists(key);
}

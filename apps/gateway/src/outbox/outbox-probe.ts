import { createCachedRead } from '@oracle-gateway/ledger';
import type { DurabilityWatch } from '@oracle-gateway/outbox';
import { beforeAbort } from '@oracle-gateway/process';
import { withTimeLimit } from '@oracle-gateway/protocol/internal';
import type { Redis } from 'ioredis';

const TTL_MS = 1_000;
const DEADLINE_MS = 2_000;
const KEY_TTL_SECONDS = 60;

/**
 * Why the outbox takes no rounds, `null` when it does. The answer is at most a second old, and takes no more than two; one write at a time.
 */
export type OutboxProbe = () => Promise<string | null>;

/** A server that answers may still be a replica, full, or without its disk: only a write tells whether a round can be reserved. */
export function createOutboxProbe(deps: {
  readonly redis: Pick<Redis, 'set'>;
  readonly durability: Pick<DurabilityWatch, 'state'>;
  readonly key: string;
  readonly monotonicMs: () => number;
}): OutboxProbe {
  const probe = createCachedRead({ load: () => write(deps), ttlMs: TTL_MS, minRefreshIntervalMs: 0, monotonicMs: deps.monotonicMs });
  return async () => {
    if (deps.durability.state === 'volatile') return 'the outbox is not durable, or has lost its records';
    return probe.get();
  };
}

async function write({ redis, key }: { readonly redis: Pick<Redis, 'set'>; readonly key: string }): Promise<string | null> {
  try {
    await withTimeLimit({ timeoutMs: DEADLINE_MS }, (timeUp) => beforeAbort(redis.set(key, '', 'EX', KEY_TTL_SECONDS), timeUp));
    return null;
  } catch (error) {
    const isRefusal = error instanceof Error && error.name === 'ReplyError';
    return isRefusal ? reasonOf(error.message) : 'the outbox does not answer';
  }
}

/** The first word of an error reply says what it is. */
function reasonOf(reply: string): string {
  switch (reply.split(' ', 1)[0]) {
    case 'READONLY':
      return 'the outbox is a replica that takes no writes';
    case 'OOM':
      return 'the outbox has no memory left';
    case 'MISCONF':
      return 'the outbox cannot write to its disk';
    case 'NOREPLICAS':
      return 'the outbox has too few replicas';
    case 'LOADING':
      return 'the outbox is loading its records';
    default:
      return 'the outbox refuses writes';
  }
}

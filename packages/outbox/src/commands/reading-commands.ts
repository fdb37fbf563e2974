import { Cluster } from 'ioredis';
import type { OutboxConnection } from '../connection/scripts.js';
import type { StoredReading } from '../records/hold.js';
import { countText, requireCount } from '../records/require-count.js';
import { availableInput, requireQuotaKey } from '../wire/hold-text.js';
import { readInteger } from '../wire/reply.js';
import type { Outbox } from './outbox.js';
import type { Shard } from './shard.js';

/** Commands about the ledger's readings of quotas, as the outbox keeps them. */
export function readingCommands(shard: Shard): Pick<Outbox, 'storeReading' | 'storedReadings' | 'resetReading'> {
  const { keys, run } = shard;
  return {
    async storeReading({ quotaKey, available, slot }) {
      const input = { available: availableInput(available), slot: countText('slot', slot), quotaTtlMs: shard.recordTtlMs };
      await run('storeReading', keys.quotas([{ quotaKey: requireQuotaKey(quotaKey) }]), input);
    },

    storedReadings: ({ limit }) => storedReadings(shard, requireCount('limit', limit)),

    async resetReading(quotaKey) {
      return (await run('resetReading', keys.quotas([{ quotaKey: requireQuotaKey(quotaKey) }]).slice(0, 1), null)) === 1;
    },
  };
}

/** Keys that a server checks for one page, about. */
const KEYS_A_PAGE = 1_000;
/** Pages of one walk: ten million keys. */
const MOST_PAGES = 10_000;

async function storedReadings({ redis, keys }: Shard, limit: number): Promise<readonly StoredReading[]> {
  const found = new Map<string, StoredReading>();
  for await (const page of pagesOf(redis, keys.quotaPattern)) {
    const readings = await Promise.all(page.map((key) => loadReading(key, { redis, keys })));
    for (const reading of readings) if (reading !== null) found.set(reading.quotaKey, reading);
    if (found.size >= limit) break;
  }
  return [...found.values()].slice(0, limit);
}

/** A script may not search for keys. A key may come twice. */
async function* pagesOf(redis: OutboxConnection, pattern: string): AsyncGenerator<readonly string[]> {
  for (const server of redis instanceof Cluster ? redis.nodes('master') : [redis]) {
    let cursor = '0';
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const [next, found] = await server.scan(cursor, 'MATCH', pattern, 'COUNT', KEYS_A_PAGE);
      yield found;
      cursor = next;
      if (cursor === '0') break;
    }
  }
}

async function loadReading(key: string, { redis, keys }: Pick<Shard, 'redis' | 'keys'>): Promise<StoredReading | null> {
  const [[seconds], [available = null, slot = null, sinceMs = null, committed = null]] = await Promise.all([
    redis.time(),
    redis.hmget(key, 'available', 'slot', 'readingAtMs', 'committed'),
  ]);
  if (available === null || slot === null) return null;
  return {
    quotaKey: keys.quotaKeyOf(key),
    available: BigInt(readInteger(available)),
    slot: readInteger(slot),
    ageMs: sinceMs === null ? null : Math.max(0, Number(seconds) * 1_000 - readInteger(sinceMs)),
    committed: BigInt(readInteger(committed ?? '0')),
  };
}

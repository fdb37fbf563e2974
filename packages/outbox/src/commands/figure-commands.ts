import { Cluster } from 'ioredis';
import type { OutboxConnection } from '../connection/scripts.js';
import type { StoredFigure } from '../records/hold.js';
import { countText, requireCount } from '../records/require-count.js';
import { availableInput, requireQuotaKey } from '../wire/hold-text.js';
import { readInteger } from '../wire/reply.js';
import type { Outbox } from './outbox.js';
import type { Shard } from './shard.js';

/** Commands about the ledger's readings of quotas, as the outbox keeps them. */
export function figureCommands(shard: Shard): Pick<Outbox, 'storeFigure' | 'storedFigures' | 'resetFigure'> {
  const { keys, run } = shard;
  return {
    async storeFigure({ quotaKey, available, slot }) {
      const input = { available: availableInput(available), slot: countText('slot', slot), quotaTtlMs: shard.recordTtlMs };
      await run('storeFigure', keys.quotas([{ quotaKey: requireQuotaKey(quotaKey) }]), input);
    },

    storedFigures: ({ limit }) => storedFigures(shard, requireCount('limit', limit)),

    async resetFigure(quotaKey) {
      return (await run('resetFigure', keys.quotas([{ quotaKey: requireQuotaKey(quotaKey) }]).slice(0, 1), null)) === 1;
    },
  };
}

/** Keys that a server looks at for one page, about. */
const KEYS_A_PAGE = 1_000;
/** Pages of one walk: ten million keys. */
const MOST_PAGES = 10_000;

async function storedFigures({ redis, keys }: Shard, limit: number): Promise<readonly StoredFigure[]> {
  const found = new Map<string, StoredFigure>();
  for await (const page of pagesOf(redis, keys.quotaPattern)) {
    const figures = await Promise.all(page.map((key) => readFigure(key, { redis, keys })));
    for (const figure of figures) if (figure !== null) found.set(figure.quotaKey, figure);
    if (found.size >= limit) break;
  }
  return [...found.values()].slice(0, limit);
}

/** A script may not look for keys. A key may come twice. */
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

async function readFigure(key: string, { redis, keys }: Pick<Shard, 'redis' | 'keys'>): Promise<StoredFigure | null> {
  const [[seconds], [available = null, slot = null, sinceMs = null, committed = null]] = await Promise.all([
    redis.time(),
    redis.hmget(key, 'available', 'slot', 'figureAtMs', 'committed'),
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

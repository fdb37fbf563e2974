import { isRoundId, type OutboxConnection, outboxPrefix } from '@oracle-gateway/outbox';
import type { Address, RoundId } from '@oracle-gateway/protocol';

/**
 * The open receipts of settled rounds, by the time of their rounds. When a receipt can be closed, its record has expired, and finding it on the
 * ledger means reading all accounts of the program. The index has a bound. A receipt beyond it counts as forgotten and keeps its lamports until
 * `operate rent reclaim` finds it on the ledger.
 */
export interface ReceiptIndex {
  /**
   * Counts receipts as forgotten when the index is full. Keeps the time of a receipt that is already there. One call takes at most 1,000.
   */
  add(receipts: readonly OpenReceipt[]): Promise<void>;
  /** Adds receipts that were found on the ledger, as many as fit, without counting the rest as forgotten. One call takes at most 1,000. */
  restore(receipts: readonly OpenReceipt[]): Promise<Restored>;
  statistics(): Promise<ReceiptStatistics>;
  /** Starts a new count of the receipts that are on the ledger but not in the index. */
  beginRecount(): Promise<Recount>;
  /**
   * Replaces the count of receipts that were forgotten before the recount began by `outside`; later ones still count. Does nothing when
   * another recount has ended in between.
   */
  endRecount(recount: Recount, outside: number): Promise<void>;
  /** Receipts whose time is before `beforeSeconds`, oldest first. */
  due(input: { beforeSeconds: number; limit: number }): Promise<readonly OpenReceipt[]>;
  /** Sets their time, so that they are due later. */
  postpone(roundIds: readonly RoundId[], toSeconds: number): Promise<void>;
  remove(roundIds: readonly RoundId[]): Promise<void>;
  /** True for one worker in every period of `ms`. */
  takeTurn(workerId: string, ms: number): Promise<boolean>;
}

export interface OpenReceipt {
  readonly roundId: RoundId;
  readonly timestampSeconds: number;
}

export interface Restored {
  readonly added: number;
  /** Already in the index. */
  readonly held: number;
  /** Did not fit. */
  readonly outside: number;
}

export interface ReceiptStatistics {
  /** Receipts in the index. */
  readonly open: number;
  /** Did not fit into it; at least as many as are still on the ledger. */
  readonly forgotten: number;
}

export interface Recount {
  readonly forgotten: number;
  /** Number of recounts that had ended when this one began. */
  readonly ended: number;
}

/** Memory of one entry of such a sorted set in Redis 7, by `MEMORY USAGE`, with a margin. A test compares it. */
export const BYTES_PER_RECEIPT = 160;
/** A hundred rounds a second and a window of six hours need 346 MB. */
const MOST_BYTES = 384 * 1024 * 1024;
const MOST_RECEIPTS = Math.floor(MOST_BYTES / BYTES_PER_RECEIPT);
/** Receipts of one script call. */
export const MOST_RESTORED = 1_000;

/** KEYS: index, forgotten. ARGV: most entries, `counted` to count receipts that do not fit, then time and round id of each. */
const ADD = `
local room = tonumber(ARGV[1]) - redis.call('ZCARD', KEYS[1])
local added, held, outside = 0, 0, 0
for at = 3, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[at + 1]) then
    held = held + 1
  elseif added < room then
    redis.call('ZADD', KEYS[1], ARGV[at], ARGV[at + 1])
    added = added + 1
  else
    outside = outside + 1
  end
end
if ARGV[2] == 'counted' and outside > 0 then redis.call('HINCRBY', KEYS[2], 'count', outside) end
return {added, held, outside}`;

/** KEYS: forgotten. ARGV: the count when the recount began, the recounts that had ended by then, the receipts found outside. */
const END_RECOUNT = `
if (redis.call('HGET', KEYS[1], 'recounts') or '0') ~= ARGV[2] then return 0 end
local since = tonumber(redis.call('HGET', KEYS[1], 'count') or '0') - tonumber(ARGV[1])
redis.call('HSET', KEYS[1], 'count', math.max(0, since) + tonumber(ARGV[3]))
redis.call('HINCRBY', KEYS[1], 'recounts', 1)
return 1`;

export function createReceiptIndex({
  redis,
  gateway,
  mostReceipts = MOST_RECEIPTS,
}: {
  readonly redis: OutboxConnection;
  readonly gateway: Address;
  readonly mostReceipts?: number;
}): ReceiptIndex {
  const key = `${outboxPrefix(gateway)}:receipts`;
  const forgottenKey = `${outboxPrefix(gateway)}:receipts-forgotten`;
  const turnKey = `${outboxPrefix(gateway)}:reclaim-turn`;
  const addAll = async (receipts: readonly OpenReceipt[], outside: 'counted' | 'told'): Promise<Restored> => {
    if (receipts.length > MOST_RESTORED) throw new RangeError(`receipts: at most ${MOST_RESTORED} at once`);
    const entries = receipts.flatMap(({ roundId, timestampSeconds }) => [timestampSeconds, roundId]);
    return readRestored(await redis.eval(ADD, 2, key, forgottenKey, mostReceipts, outside, ...entries));
  };
  const readRecount = async (): Promise<Recount> => {
    const [forgotten, ended] = await redis.hmget(forgottenKey, 'count', 'recounts');
    return { forgotten: Number(forgotten ?? 0), ended: Number(ended ?? 0) };
  };
  return {
    async add(receipts) {
      if (receipts.length > 0) await addAll(receipts, 'counted');
    },
    restore: (receipts) => addAll(receipts, 'told'),
    async statistics() {
      const [open, { forgotten }] = await Promise.all([redis.zcard(key), readRecount()]);
      return { open, forgotten };
    },
    beginRecount: readRecount,
    async endRecount({ forgotten, ended }, outside) {
      await redis.eval(END_RECOUNT, 1, forgottenKey, forgotten, ended, outside);
    },
    async due({ beforeSeconds, limit }) {
      const reply = await redis.zrangebyscore(key, '-inf', `(${beforeSeconds}`, 'WITHSCORES', 'LIMIT', 0, limit);
      const due: OpenReceipt[] = [];
      for (let index = 0; index + 1 < reply.length; index += 2) {
        const roundId = reply[index] ?? '';
        if (isRoundId(roundId)) due.push({ roundId, timestampSeconds: Number(reply[index + 1]) });
      }
      return due;
    },
    async postpone(roundIds, toSeconds) {
      if (roundIds.length > 0) await redis.zadd(key, 'XX', ...roundIds.flatMap((roundId) => [toSeconds, roundId]));
    },
    async remove(roundIds) {
      if (roundIds.length > 0) await redis.zrem(key, ...roundIds);
    },
    async takeTurn(workerId, ms) {
      return (await redis.set(turnKey, workerId, 'PX', ms, 'NX')) === 'OK';
    },
  };
}

function readRestored(reply: unknown): Restored {
  const [added, held, outside] = Array.isArray(reply) ? reply.map(Number) : [];
  if (added === undefined || held === undefined || outside === undefined)
    throw new TypeError('receipt index: the script must answer three numbers');
  return { added, held, outside };
}

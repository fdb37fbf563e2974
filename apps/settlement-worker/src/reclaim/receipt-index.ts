import { isRoundId, outboxPrefix } from '@oracle-gateway/outbox';
import type { Address, RoundId } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';

/**
 * The receipts of settled rounds that are not closed yet, by the time of their rounds. The records of the outbox are gone by then, and
 * finding receipts on the ledger means asking for all accounts of the program. The index has a bound; a receipt beyond it is counted as
 * forgotten, keeps its lamports, and is found again on the ledger by `operate rent reclaim`.
 */
export interface ReceiptIndex {
  /** Counts the receipt as forgotten when the index is full. Leaves the time of one that is there already. */
  add(roundId: RoundId, timestampSeconds: number): Promise<void>;
  /** Adds receipts that were found on the ledger, as many as there is room for, and counts none as forgotten. At most 1,000. */
  restore(receipts: readonly OpenReceipt[]): Promise<Restored>;
  figures(): Promise<ReceiptFigures>;
  /** Begins to count anew, on the ledger, what the index does not hold. */
  beginRecount(): Promise<Recount>;
  /**
   * Puts `outside` in the place of what was forgotten before the recount began; what was forgotten since then still counts. Does nothing
   * when another recount has ended since then.
   */
  endRecount(recount: Recount, outside: number): Promise<void>;
  /** Those to be looked at whose time is before `beforeSeconds`, oldest first. */
  due(input: { beforeSeconds: number; limit: number }): Promise<readonly OpenReceipt[]>;
  /** They are looked at again as if their rounds were of that time. */
  postpone(roundIds: readonly RoundId[], toSeconds: number): Promise<void>;
  remove(roundIds: readonly RoundId[]): Promise<void>;
  /** True for one worker in each `ms`. */
  takeTurn(workerId: string, ms: number): Promise<boolean>;
}

export interface OpenReceipt {
  readonly roundId: RoundId;
  readonly timestampSeconds: number;
}

export interface Restored {
  readonly added: number;
  /** Were in the index already. */
  readonly held: number;
  /** Found no room. */
  readonly outside: number;
}

export interface ReceiptFigures {
  /** In the index. */
  readonly open: number;
  /** Found no room in it; at least those that are still on the ledger. */
  readonly forgotten: number;
}

export interface Recount {
  readonly forgotten: number;
  /** How many recounts had ended when this one began. */
  readonly ended: number;
}

/** What Redis 7 takes for one entry of a sorted set of this length, by `MEMORY USAGE`, with a margin; a test compares. */
export const BYTES_PER_RECEIPT = 160;
/** A hundred rounds a second and a window of six hours need 346 MB. */
const MOST_BYTES = 384 * 1024 * 1024;
const MOST_RECEIPTS = Math.floor(MOST_BYTES / BYTES_PER_RECEIPT);
/** Of one script. */
export const MOST_RESTORED = 1_000;

/** KEYS: index, forgotten. ARGV: most entries, whether to count what finds no room, then time and round id of each. */
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

/** KEYS: forgotten. ARGV: what was forgotten when the recount began, the recounts ended by then, what it found outside. */
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
  readonly redis: Redis;
  readonly gateway: Address;
  readonly mostReceipts?: number;
}): ReceiptIndex {
  const key = `${outboxPrefix(gateway)}:receipts`;
  const forgottenKey = `${outboxPrefix(gateway)}:receipts-forgotten`;
  const turnKey = `${outboxPrefix(gateway)}:reclaim-turn`;
  const addAll = async (receipts: readonly OpenReceipt[], outside: 'counted' | 'told'): Promise<Restored> => {
    const entries = receipts.flatMap(({ roundId, timestampSeconds }) => [timestampSeconds, roundId]);
    return readRestored(await redis.eval(ADD, 2, key, forgottenKey, mostReceipts, outside, ...entries));
  };
  const readRecount = async (): Promise<Recount> => {
    const [forgotten, ended] = await redis.hmget(forgottenKey, 'count', 'recounts');
    return { forgotten: Number(forgotten ?? 0), ended: Number(ended ?? 0) };
  };
  return {
    async add(roundId, timestampSeconds) {
      await addAll([{ roundId, timestampSeconds }], 'counted');
    },
    async restore(receipts) {
      if (receipts.length > MOST_RESTORED) throw new RangeError(`receipts: at most ${MOST_RESTORED} at once`);
      return addAll(receipts, 'told');
    },
    async figures() {
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
    throw new TypeError('the script of the receipt index answered something else');
  return { added, held, outside };
}

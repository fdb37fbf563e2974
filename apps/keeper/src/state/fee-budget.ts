import type { ConfirmedCall, OutboxConnection } from '@oracle-gateway/outbox';

/** Cost of the transactions of one target in a day (UTC), counted by all keepers in lamports or gwei. */
export interface FeeBudget {
  /** Sum of the day. */
  spentToday(nowMs: number): Promise<bigint>;
  /** Counts what a transaction may cost, before it is sent; false where the limit would be passed, and nothing is counted. */
  take(amount: bigint, nowMs: number): Promise<boolean>;
  /** Takes back what it did not cost. */
  giveBack(amount: bigint, nowMs: number): Promise<void>;
}

const DAY_MS = 86_400_000;
const LIFE_SECONDS = 2_592_000;

/** ARGV: day, amount, limit or -1. */
const TAKE = `
local day, spent = unpack(redis.call('HMGET', KEYS[1], 'day', 'spent'))
local before = day == ARGV[1] and tonumber(spent) or 0
local after = math.max(0, before + tonumber(ARGV[2]))
local limit = tonumber(ARGV[3])
if limit >= 0 and after > limit and after > before then return 0 end
redis.call('HSET', KEYS[1], 'day', ARGV[1], 'spent', string.format('%.0f', after))
redis.call('EXPIRE', KEYS[1], ${LIFE_SECONDS})
return 1`;

/** Sums are counted as doubles, exactly below 2^53. A limit of null limits nothing. */
export function createFeeBudget(
  { redis, confirmed, prefix }: { readonly redis: OutboxConnection; readonly confirmed: ConfirmedCall; readonly prefix: string },
  { target, limit }: { readonly target: string; readonly limit: bigint | null },
): FeeBudget {
  const key = `${prefix}:fees:${target}`;
  const add = async (amount: bigint, most: bigint | null, nowMs: number): Promise<boolean> =>
    (await confirmed({ lua: TAKE, keys: [key], args: [dayOf(nowMs), amount.toString(), (most ?? -1n).toString()] })) === 1;
  return {
    async spentToday(nowMs) {
      const [day, spent] = await redis.hmget(key, 'day', 'spent');
      return day === dayOf(nowMs) ? BigInt(spent ?? 0) : 0n;
    },
    take: (amount, nowMs) => add(amount, limit, nowMs),
    async giveBack(amount, nowMs) {
      if (amount > 0n) await add(-amount, null, nowMs);
    },
  };
}

function dayOf(nowMs: number): string {
  return String(Math.floor(nowMs / DAY_MS));
}

import type { OutboxConnection } from '@oracle-gateway/outbox';

/** Counts of the meetings of signer sets, by all keepers of a Redis. A lost count makes a set count anew, and costs nothing else. */
export interface MetSets {
  /** Counts one more meeting of a set of a group. */
  count(group: string, set: string): Promise<void>;
  /** Counts by set. Empty where the group was not met for sixty days. */
  counts(group: string): Promise<ReadonlyMap<string, number>>;
  forget(group: string, set: string): Promise<void>;
}

const LIFE_SECONDS = 5_184_000;

/** Sets of one target. The caller bounds how many sets a group can have. */
export function createMetSets(
  { redis, prefix }: { readonly redis: OutboxConnection; readonly prefix: string },
  { target }: { readonly target: string },
): MetSets {
  const keyOf = (group: string): string => `${prefix}:met-sets:${target}:${group}`;
  return {
    async count(group, set) {
      await redis.hincrby(keyOf(group), set, 1);
      await redis.expire(keyOf(group), LIFE_SECONDS);
    },
    async counts(group) {
      return new Map(Object.entries(await redis.hgetall(keyOf(group))).map(([set, count]) => [set, Number(count)]));
    },
    async forget(group, set) {
      await redis.hdel(keyOf(group), set);
    },
  };
}

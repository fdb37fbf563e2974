import { isRoundId, outboxPrefix } from '@oracle-gateway/outbox';
import type { Address, RoundId } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';

/**
 * The receipts of settled rounds that are not closed yet, by the time of their rounds. The records of the outbox are gone by then, and
 * finding receipts on the ledger means asking for all accounts of the program. A receipt that is missing here keeps its lamports, no more.
 */
export interface ReceiptIndex {
  add(roundId: RoundId, timestampSeconds: number): Promise<void>;
  /** Those to be looked at whose time is before `beforeSeconds`, oldest first. */
  due(input: { beforeSeconds: number; limit: number }): Promise<readonly DueReceipt[]>;
  /** They are looked at again as if their rounds were of that time. */
  postpone(roundIds: readonly RoundId[], toSeconds: number): Promise<void>;
  remove(roundIds: readonly RoundId[]): Promise<void>;
  /** Forgets the newest beyond `most`; returns how many. */
  trim(most: number): Promise<number>;
  /** True for one worker in each `ms`. */
  takeTurn(workerId: string, ms: number): Promise<boolean>;
}

export interface DueReceipt {
  readonly roundId: RoundId;
  readonly timestampSeconds: number;
}

export function createReceiptIndex({ redis, gateway }: { readonly redis: Redis; readonly gateway: Address }): ReceiptIndex {
  const key = `${outboxPrefix(gateway)}:receipts`;
  const turnKey = `${outboxPrefix(gateway)}:reclaim-turn`;
  return {
    async add(roundId, timestampSeconds) {
      await redis.zadd(key, timestampSeconds, roundId);
    },
    async due({ beforeSeconds, limit }) {
      const reply = await redis.zrangebyscore(key, '-inf', `(${beforeSeconds}`, 'WITHSCORES', 'LIMIT', 0, limit);
      const due: DueReceipt[] = [];
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
    trim: (most) => redis.zremrangebyrank(key, most, -1),
    async takeTurn(workerId, ms) {
      return (await redis.set(turnKey, workerId, 'PX', ms, 'NX')) === 'OK';
    },
  };
}

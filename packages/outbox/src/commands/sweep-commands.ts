import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import { CorruptRecordError } from '../records/errors.js';
import { requireCount } from '../records/require-count.js';
import { decodeUsage } from '../records/usage.js';
import { holdsInput } from '../wire/hold-text.js';
import { readInteger, readRoundIds, readText, readTexts } from '../wire/reply.js';
import type { Outbox, OutboxStatistics } from './outbox.js';
import { readRoundList } from './round-list.js';
import type { Shard } from './shard.js';
import { withHolds } from './with-holds.js';

type SweepCommand =
  | 'due'
  | 'pendingBefore'
  | 'expireReservations'
  | 'withdrawUnanswered'
  | 'parked'
  | 'requeue'
  | 'held'
  | 'release'
  | 'statistics'
  | 'usage'
  | 'listed';

/** Commands that read many records at once: the sweep, operators, metrics and bookkeeping. */
export function sweepCommands(shard: Shard): Pick<Outbox, SweepCommand> {
  const { redis, keys, run } = shard;
  return {
    async due({ limit, skip = 0 }) {
      const page = { limit: requireCount('limit', limit), skip: requireCount('skip', skip) };
      return readRoundIds(await run('listDue', [keys.due], { ...page, olderThanMs: 0 }));
    },

    async pendingBefore({ timestampSeconds, limit }) {
      const before = `(${requireCount('timestampSeconds', timestampSeconds)}`;
      return readRoundIds(await redis.zrangebyscore(keys.pending, '-inf', before, 'LIMIT', 0, requireCount('limit', limit)));
    },

    async expireReservations({ limit }) {
      const overdue = readRoundIds(await run('listDue', [keys.reserved], { limit: requireCount('limit', limit), skip: 0, olderThanMs: 0 }));
      const ended = await Promise.all(overdue.map((roundId) => expire(shard, roundId)));
      return ended.filter((isEnded) => isEnded).length;
    },

    withdrawUnanswered: () => shard.unanswered.withdrawAll(shard),

    async parked({ limit }) {
      return readRoundIds(await redis.zrangebyscore(keys.parked, '(0', '+inf', 'LIMIT', 0, requireCount('limit', limit)));
    },

    requeue: (roundIds) => requeue(shard, roundIds, { isHeld: false }),

    async held({ limit }) {
      return readRoundIds(await redis.zrevrangebyscore(keys.parked, '(0', '-inf', 'LIMIT', 0, requireCount('limit', limit)));
    },

    release: (roundIds) => requeue(shard, roundIds, { isHeld: true }),

    async statistics() {
      return readStatistics(
        await run('statistics', [keys.reserved, keys.pending, keys.parked, keys.unfinal, keys.totals, keys.paying, ...keys.books], null),
      );
    },

    async usage(owner) {
      return decodeUsage(await redis.hgetall(keys.usage(formatAddress(owner))));
    },

    listed: (input) => readRoundList(shard, input),
  };
}

async function requeue(
  { keys, run }: Shard,
  roundIds: readonly RoundId[],
  { isHeld }: { readonly isHeld: boolean },
): Promise<readonly RoundId[]> {
  const requeued = await Promise.all(
    roundIds.map(async (roundId) => (await run('requeue', [keys.round(roundId), keys.due, keys.parked], { roundId, isHeld })) === 1),
  );
  return roundIds.filter((_roundId, index) => requeued[index]);
}

/** Ends a reservation whose time is over. False: it is over by other means, or goes on. */
export async function expire(shard: Shard, roundId: RoundId): Promise<boolean> {
  const { keys } = shard;
  const texts = await withHolds(shard.remembered.get(roundId), (holds) =>
    shard.run('expire', [keys.round(roundId), keys.reserved, keys.totals, ...keys.quotas(holds)], {
      roundId,
      recordTtlMs: shard.recordTtlMs,
      ...holdsInput(holds),
    }),
  );
  shard.remembered.forget(roundId);
  return readText(texts, 0) === 'ok';
}

function readStatistics(reply: unknown): OutboxStatistics {
  const texts = readTexts(reply);
  const [nowMs, reserved, pending, parked, unfinal, oldestSeconds, paying, oldestBeganMs, held, waiting, oldestRowMs, lost, ...totals] =
    texts;
  if (nowMs === undefined || oldestSeconds === undefined || oldestBeganMs === undefined || oldestRowMs === undefined)
    throw new CorruptRecordError('the server answered too few numbers');
  const total = (state: string): number => {
    const index = totals.indexOf(state);
    return index === -1 ? 0 : readInteger(readText(totals, index + 1));
  };
  return {
    reserved: readInteger(reserved ?? ''),
    pending: readInteger(pending ?? ''),
    parked: readInteger(parked ?? ''),
    held: readInteger(held ?? ''),
    unfinal: readInteger(unfinal ?? ''),
    paying: readInteger(paying ?? ''),
    books: {
      waiting: readInteger(waiting ?? ''),
      oldestMs: ageMs(nowMs, oldestRowMs),
      lost: readInteger(lost ?? ''),
    },
    totals: {
      pending: total('pending'),
      settled: total('settled'),
      failed: total('failed'),
      expired: total('expired'),
      lapsed: total('lapsed'),
      settling: total('settling'),
      payment_unknown: total('payment_unknown'),
      paid: total('paid'),
      unpaid: total('unpaid'),
    },
    // A timestamp may lie a little ahead of the server's clock.
    oldestPendingMs: oldestSeconds === '' ? null : Math.max(0, readInteger(nowMs) - readInteger(oldestSeconds) * 1_000),
    oldestPaymentMs: ageMs(nowMs, oldestBeganMs),
  };
}

/** @param sinceMs '' without one */
function ageMs(nowMs: string, sinceMs: string): number | null {
  return sinceMs === '' ? null : readInteger(nowMs) - readInteger(sinceMs);
}

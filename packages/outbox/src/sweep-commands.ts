import { formatAddress } from '@oracle-gateway/protocol';
import { CorruptRecordError } from './errors.js';
import { DUE } from './lua/due.lua.js';
import { EXPIRE_RESERVATIONS } from './lua/expire-reservations.lua.js';
import { FIGURES } from './lua/figures.lua.js';
import { REQUEUE } from './lua/requeue.lua.js';
import { STORE_FIGURE } from './lua/store-figure.lua.js';
import type { Outbox, OutboxFigures } from './outbox.js';
import { readInteger, readText, readTexts } from './reply.js';
import { readRoundIds, requireCount, run, type Shard } from './shard.js';
import { figureArguments } from './subscription-figure.js';

type SweepCommand = 'due' | 'pendingBefore' | 'expireReservations' | 'parked' | 'requeue' | 'figures' | 'storeSubscriptionFigure';

/** What looks at many records at once: the sweep, operators and metrics. */
export function sweepCommands(shard: Shard): Pick<Outbox, SweepCommand> {
  const { redis, prefix } = shard;
  return {
    async due({ limit }) {
      return readRoundIds(await run(shard, DUE, requireCount('limit', limit)));
    },

    async pendingBefore({ timestampSeconds, limit }) {
      const before = `(${requireCount('timestampSeconds', timestampSeconds)}`;
      return readRoundIds(await redis.zrangebyscore(`${prefix}:pending`, '-inf', before, 'LIMIT', 0, requireCount('limit', limit)));
    },

    async expireReservations({ limit }) {
      const ended = await run(shard, EXPIRE_RESERVATIONS, requireCount('limit', limit), shard.recordTtlMs);
      return readInteger(String(ended));
    },

    async parked({ limit }) {
      return readRoundIds(await redis.zrangebyscore(`${prefix}:parked`, '-inf', '+inf', 'LIMIT', 0, requireCount('limit', limit)));
    },

    async requeue(roundId) {
      return (await run(shard, REQUEUE, roundId)) === 1;
    },

    async figures() {
      return readFigures(await run(shard, FIGURES));
    },

    async storeSubscriptionFigure(owner, figure) {
      await run(shard, STORE_FIGURE, formatAddress(owner), ...figureArguments(figure), shard.recordTtlMs);
    },
  };
}

function readFigures(reply: unknown): OutboxFigures {
  const texts = readTexts(reply);
  const [nowMs, reserved, pending, parked, oldestSeconds] = texts;
  if (nowMs === undefined || oldestSeconds === undefined) throw new CorruptRecordError('the server answered too few figures');
  const total = (state: string): number => {
    const index = texts.indexOf(state, 5);
    return index === -1 ? 0 : readInteger(readText(texts, index + 1));
  };
  return {
    reserved: readInteger(reserved ?? ''),
    pending: readInteger(pending ?? ''),
    parked: readInteger(parked ?? ''),
    totals: {
      pending: total('pending'),
      settled: total('settled'),
      failed: total('failed'),
      expired: total('expired'),
      lapsed: total('lapsed'),
    },
    // A timestamp may lie a little ahead of the server's clock (interface §8).
    oldestPendingMs: oldestSeconds === '' ? null : Math.max(0, readInteger(nowMs) - readInteger(oldestSeconds) * 1_000),
  };
}

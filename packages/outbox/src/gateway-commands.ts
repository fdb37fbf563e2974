import { formatAddress } from '@oracle-gateway/protocol';
import { CorruptRecordError } from './errors.js';
import { COMMIT } from './lua/commit.lua.js';
import { FAIL } from './lua/fail.lua.js';
import { RESERVE } from './lua/reserve.lua.js';
import type { Outbox, ReserveInput, ReserveOutcome } from './outbox.js';
import { readOutcome, readState, readText, readTexts, readTimeMs } from './reply.js';
import { decodeRoundRecord } from './round-record.js';
import { encodeSettlementPayload } from './settlement-payload.js';
import { requireCount, run, type Shard } from './shard.js';
import { figureArguments } from './subscription-figure.js';

/** What a gateway does with a record: from the reservation to the answer. */
export function gatewayCommands(shard: Shard): Pick<Outbox, 'reserve' | 'commit' | 'fail' | 'read'> {
  return {
    reserve: (input) => reserve(shard, input),

    async commit({ roundId, token, settlement, result }) {
      const payload = encodeSettlementPayload(settlement);
      const text = typeof result === 'string' ? result : new TextDecoder('utf-8', { fatal: true }).decode(result);
      const reply = await run(shard, COMMIT, roundId, token, payload, settlement.timestampSeconds, text, shard.resultTtlMs);
      readOutcome(reply, roundId, 'commit');
    },

    async fail({ roundId, token, reason }) {
      readOutcome(await run(shard, FAIL, roundId, token, reason, shard.recordTtlMs), roundId, 'fail');
    },

    async read(roundId) {
      const [fields, result] = await Promise.all([
        shard.redis.hgetall(`${shard.prefix}:round:${roundId}`),
        shard.redis.get(`${shard.prefix}:result:${roundId}`),
      ]);
      return Object.keys(fields).length === 0 ? null : decodeRoundRecord(roundId, fields, result);
    },
  };
}

async function reserve(shard: Shard, input: ReserveInput): Promise<ReserveOutcome> {
  const token = shard.newToken();
  const texts = readTexts(
    await run(
      shard,
      RESERVE,
      input.roundId,
      token,
      input.path,
      formatAddress(input.subscription.owner),
      requireCount('deadlineMs', input.deadlineMs) + shard.reservationMarginMs,
      requireCount('maxInFlight', input.maxInFlight),
      ...figureArguments(input.subscription),
      shard.recordTtlMs,
      input.createdBy ?? '',
    ),
  );
  const outcome = readText(texts, 0);
  switch (outcome) {
    case 'reserved':
      return { outcome, token, redisTimeMs: readTimeMs(readText(texts, 1)) };
    case 'duplicate':
      return { outcome, state: readState(readText(texts, 1)) };
    case 'quota_committed':
    case 'at_capacity':
      return { outcome };
    default:
      throw new CorruptRecordError('the server answered a reservation with an unknown outcome');
  }
}

import { isUnreadable } from '../records/errors.js';
import { countText, requireCount } from '../records/require-count.js';
import { decodeSettlementPayload } from '../records/settlement-payload.js';
import { settlementEntry } from '../wire/book-entry.js';
import { holdsInput } from '../wire/hold-text.js';
import { decodeBody } from '../wire/record-body.js';
import { readBodyText, readFields } from '../wire/record-fields.js';
import { readInteger, readRoundIds, readText, readTexts } from '../wire/reply.js';
import type { Outbox, SettlementTicket, UnfinalRound } from './outbox.js';
import { noteConcluded, type Shard } from './shard.js';
import { withHolds } from './with-holds.js';
import { withEntry } from './with-entry.js';

/** Commands after a settlement: the receipt becomes final, or vanishes with its fork. */
export function finalityCommands(shard: Shard): Pick<Outbox, 'unfinal' | 'finalize' | 'rollBack'> {
  const { keys, redis, run, recordTtlMs, mostBookRows } = shard;
  return {
    async unfinal({ limit, settledBeforeMs }) {
      const before = settledBeforeMs === undefined ? '+inf' : `(${requireCount('settledBeforeMs', settledBeforeMs)}`;
      const listed = await redis.zrangebyscore(keys.unfinal, '-inf', before, 'LIMIT', 0, requireCount('limit', limit));
      const rounds = await Promise.all(readRoundIds(listed).map(async (roundId) => readUnfinal(shard, roundId)));
      return rounds.filter((round) => round !== null);
    },

    async finalize({ roundId, seenAtSlot, settlement }) {
      const input = { roundId, seenAtSlot: countText('seenAtSlot', seenAtSlot), recordTtlMs, mostBookRows };
      const recordKeys = [keys.round(roundId), keys.unfinal, keys.totals, ...keys.books];
      const known = settlement === undefined ? '' : settlementEntry(roundId, settlement);
      const texts = await withEntry(known, ({ owner, usage, entry }) =>
        run('finalize', [...recordKeys, keys.usage(owner)], { ...input, usage }, entry),
      );
      noteConcluded(shard, 'final', texts);
      return readText(texts, 0) === 'final';
    },

    rollBack: (ticket) => rollBack(shard, ticket),
  };
}

async function readUnfinal({ run, keys }: Shard, roundId: UnfinalRound['roundId']): Promise<UnfinalRound | null> {
  const fields = readFields(readTexts(await run('read', [keys.round(roundId)], null)));
  if (fields['state'] !== 'settled') return null;
  try {
    const { payload } = decodeBody(readBodyText(fields) ?? '');
    return { roundId, seenAtSlot: readInteger(fields['seenAtSlot'] ?? ''), settlement: decodeSettlementPayload(payload) };
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

async function rollBack(shard: Shard, { roundId, seenAtSlot, reason }: SettlementTicket & { readonly reason: string }): Promise<boolean> {
  const { keys, mostBookRows, recordTtlMs: quotaTtlMs } = shard;
  const recordKeys = [keys.round(roundId), keys.pending, keys.due, keys.unfinal, keys.totals, ...keys.books];
  const told = { roundId, seenAtSlot: countText('seenAtSlot', seenAtSlot), reason, quotaTtlMs, mostBookRows };
  const texts = await withHolds([], (holds) =>
    shard.run('rollBack', [...recordKeys, ...keys.quotas(holds)], { ...told, ...holdsInput(holds) }),
  );
  noteConcluded(shard, 'rolled-back', texts);
  return readText(texts, 0) === 'ok';
}

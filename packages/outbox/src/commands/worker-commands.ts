import type { ScriptInputs } from '../connection/scripts.generated.js';
import { type Broadcast, decodeBroadcasts, encodeBroadcast, MAX_BROADCASTS, requireWire, WIRE_LIFE_MS } from '../records/broadcast.js';
import type { ClaimTicket } from '../records/claim-ticket.js';
import { CorruptRecordError, isUnreadable, UnreadableRecordError } from '../records/errors.js';
import type { QuotaKey, KeptHold } from '../records/hold.js';
import { boundedReason } from '../records/reason.js';
import { countText, requireCount } from '../records/require-count.js';
import { decodeSettlementPayload } from '../records/settlement-payload.js';
import { availableInput, decodeHolds, encodeHolds, holdsInput, requireQuotaKey } from '../wire/hold-text.js';
import { decodeBody } from '../wire/record-body.js';
import {
  readBodyText,
  readClaim,
  readFields,
  readPieces,
  requiredField,
  requireVersion,
  type RecordFields,
} from '../wire/record-fields.js';
import { readInteger, readOutcome, readText, readTexts, readTimeMs } from '../wire/reply.js';
import type { Claim, ClaimInput, Outbox, SeenSettlement } from './outbox.js';
import { noteConcluded, type Shard } from './shard.js';
import { withHolds } from './with-holds.js';

type WorkerCommand = 'claim' | 'renew' | 'recordBroadcast' | 'forgetBroadcast' | 'settle' | 'refuse' | 'postpone' | 'lapse';

/** Commands of a settlement worker: from the claim to the ledger. */
export function workerCommands(shard: Shard): Pick<Outbox, WorkerCommand> {
  const { keys, run } = shard;
  return {
    claim: (input) => claim(shard, input),

    async renew({ roundId, token }, { leaseMs, reason = '' }) {
      const input = {
        roundId,
        token,
        leaseMs: requireCount('leaseMs', leaseMs),
        reason: reason === '' ? undefined : boundedReason(reason),
      };
      readOutcome(readTexts(await run('renew', [keys.round(roundId), keys.due], input)), roundId, 'renew');
    },

    async recordBroadcast({ roundId, token }, broadcast) {
      const { signature, wire } = broadcast;
      const input = { token, line: encodeBroadcast(broadcast), lifeMs: wire === null ? 0 : WIRE_LIFE_MS, maxLines: MAX_BROADCASTS };
      const bytes = wire === null ? '' : Buffer.from(requireWire(wire));
      const reply = await run('recordBroadcast', [keys.round(roundId), keys.sent(signature)], input, bytes);
      readOutcome(readTexts(reply), roundId, 'recordBroadcast');
    },

    async forgetBroadcast({ roundId, token }, broadcast) {
      const reply = await run('forgetBroadcast', [keys.round(roundId)], { token, line: encodeBroadcast(broadcast) });
      readOutcome(readTexts(reply), roundId, 'forgetBroadcast');
    },

    settle: (ticket, settlement) => settle(shard, ticket, settlement),

    async refuse({ roundId, token }, { reason, retryAfterMs, maxAttempts }) {
      const limits = { retryAfterMs: requireCount('retryAfterMs', retryAfterMs), maxAttempts: requireCount('maxAttempts', maxAttempts) };
      const recordKeys = [keys.round(roundId), keys.due, keys.parked];
      const reply = await run('refuse', recordKeys, { roundId, token, reason: boundedReason(reason), ...limits });
      return readOutcome(readTexts(reply), roundId, 'refuse') === 'parked' ? 'parked' : 'scheduled';
    },

    async postpone({ roundId, token }, { retryAfterMs, reason }) {
      const input = { roundId, token, retryAfterMs: requireCount('retryAfterMs', retryAfterMs), reason: boundedReason(reason) };
      readOutcome(readTexts(await run('postpone', [keys.round(roundId), keys.due], input)), roundId, 'postpone');
    },

    lapse: (ticket, reason) => lapse(shard, ticket, reason),
  };
}

async function claim(shard: Shard, { roundId, workerId, leaseMs, early = false }: ClaimInput): Promise<Claim | null> {
  const { keys } = shard;
  const token = shard.newToken();
  const recordKeys = [keys.round(roundId), keys.due, keys.pending, keys.parked];
  const asked = { roundId, token, workerId, leaseMs: requireCount('leaseMs', leaseMs), early };
  const texts = readTexts(await shard.run('claim', recordKeys, asked));
  const outcome = readText(texts, 0);
  if (outcome === 'none') return null;
  if (outcome !== 'claimed') throw new CorruptRecordError('the server answered a claim with an unknown outcome');
  try {
    return await withWire(shard, decodeClaim({ roundId, token, holds: [] }, readFields(texts.slice(1))));
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause;
    throw new UnreadableRecordError({ roundId, token, holds: [] }, { cause });
  }
}

/** The claim with the bytes of its newest transaction, which another round may have brought. */
async function withWire({ redis, keys }: Shard, claim: Claim): Promise<Claim> {
  const newest = claim.broadcasts.at(-1);
  if (newest === undefined) return claim;
  const bytes = await redis.getBuffer(keys.sent(newest.signature));
  const wire: Broadcast['wire'] = bytes === null ? null : new Uint8Array(bytes);
  return { ...claim, broadcasts: [...claim.broadcasts.slice(0, -1), { ...newest, wire }] };
}

function decodeClaim(ticket: ClaimTicket, fields: RecordFields): Claim {
  requireVersion(fields);
  const claim = readClaim(fields);
  if (claim === null) throw new CorruptRecordError('the server handed out a round without a claim');
  return {
    ...ticket,
    leaseUntilMs: claim.untilMs,
    createdAtMs: readTimeMs(requiredField(fields, 'createdAtMs')),
    attempts: readInteger(fields['attempts'] ?? '0'),
    holds: decodeHolds(readPieces(fields, 'holds') ?? ''),
    settlement: decodeSettlementPayload(decodeBody(readBodyText(fields) ?? '').payload),
    broadcasts: decodeBroadcasts(readPieces(fields, 'broadcasts') ?? '').map((broadcast) => ({ ...broadcast, wire: null })),
  };
}

async function settle(shard: Shard, { roundId, token, holds }: ClaimTicket, settlement: SeenSettlement): Promise<void> {
  const { keys } = shard;
  const { signature, slot, seenAtSlot, readings } = settlement;
  const recordKeys = [keys.round(roundId), keys.pending, keys.due, keys.parked, keys.unfinal, keys.totals];
  const input = {
    roundId,
    token,
    signature: signature ?? undefined,
    slot: slot === null ? undefined : countText('slot', slot),
    seenAtSlot: countText('seenAtSlot', seenAtSlot),
    quotaTtlMs: shard.recordTtlMs,
  };
  const texts = await withHolds(holds, (kept) => {
    const quotas = quotasOf(kept, readings);
    return shard.run('settle', [...recordKeys, ...keys.quotas(quotas)], {
      ...input,
      holds: encodeHolds(kept),
      quotas: quotas.map(({ told }) => told),
    });
  });
  readOutcome(texts, roundId, 'settle');
}

interface SettledQuota {
  readonly quotaKey: QuotaKey;
  readonly told: ScriptInputs['settle']['quotas'][number];
}

/** Every quota that a settlement touches, with what the script is told of it. */
function quotasOf(holds: readonly KeptHold[], readings: SeenSettlement['readings']): readonly SettledQuota[] {
  const names = new Set([...holds, ...readings].map(({ quotaKey }) => requireQuotaKey(quotaKey)));
  return [...names].map((quotaKey) => {
    const hold = holds.find((held) => held.quotaKey === quotaKey);
    const reading = readings.find((read) => read.quotaKey === quotaKey);
    const told = {
      units: hold === undefined ? undefined : String(hold.units),
      isFixed: hold?.basis === 'fixed',
      reading: reading === undefined ? undefined : { available: availableInput(reading.available), slot: countText('slot', reading.slot) },
    };
    return { quotaKey, told };
  });
}

async function lapse(shard: Shard, { roundId, token, holds }: ClaimTicket, reason: string): Promise<void> {
  const { keys, recordTtlMs, mostBookRows } = shard;
  const recordKeys = [keys.round(roundId), keys.pending, keys.due, keys.parked, keys.totals, ...keys.books];
  const input = { roundId, token, reason: boundedReason(reason), recordTtlMs, mostBookRows };
  const texts = await withHolds(holds, (kept) =>
    shard.run('lapse', [...recordKeys, ...keys.quotas(kept)], { ...input, ...holdsInput(kept) }),
  );
  readOutcome(texts, roundId, 'lapse');
  noteConcluded(shard, 'lapsed', texts);
}

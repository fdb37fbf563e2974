import { decodeBroadcasts, encodeBroadcast, encodeWire, MAX_BROADCASTS } from './broadcast.js';
import type { ClaimTicket } from './claim-ticket.js';
import { CorruptRecordError, isUnreadable, UnreadableRecordError } from './errors.js';
import type { KeptHold } from './hold.js';
import { availableArgument, decodeHolds, encodeHolds, requireAccount } from './hold-text.js';
import type { Claim, ClaimInput, Outbox, Settlement } from './outbox.js';
import { boundedReason } from './reason.js';
import { decodeBody } from './record-body.js';
import { readFields, readPieces, type RecordFields } from './record-fields.js';
import { readInteger, readOutcome, readText, readTexts, readTimeMs } from './reply.js';
import { requireCount } from './require-count.js';
import { requiredField, requireVersion } from './round-record.js';
import { decodeSettlementPayload } from './settlement-payload.js';
import type { Shard } from './shard.js';
import { withHolds } from './with-holds.js';

type WorkerCommand = 'claim' | 'renew' | 'recordBroadcast' | 'forgetBroadcast' | 'settle' | 'refuse' | 'postpone' | 'lapse';

/** What a settlement worker does with a record: from the claim to the ledger. */
export function workerCommands(shard: Shard): Pick<Outbox, WorkerCommand> {
  const { keys, run } = shard;
  return {
    claim: (input) => claim(shard, input),

    async renew({ roundId, token }, { leaseMs, reason = '' }) {
      const args = [roundId, token, requireCount('leaseMs', leaseMs), boundedReason(reason)];
      readOutcome(readTexts(await run('renew', [keys.round(roundId), keys.due], args)), roundId, 'renew');
    },

    async recordBroadcast({ roundId, token }, broadcast) {
      const args = [token, encodeBroadcast(broadcast), encodeWire(broadcast.wire), MAX_BROADCASTS];
      readOutcome(readTexts(await run('recordBroadcast', [keys.round(roundId)], args)), roundId, 'recordBroadcast');
    },

    async forgetBroadcast({ roundId, token }, broadcast) {
      const reply = await run('forgetBroadcast', [keys.round(roundId)], [token, encodeBroadcast(broadcast)]);
      readOutcome(readTexts(reply), roundId, 'forgetBroadcast');
    },

    settle: (ticket, settlement) => settle(shard, ticket, settlement),

    async refuse({ roundId, token }, { reason, retryAfterMs, maxAttempts }) {
      const args = [requireCount('retryAfterMs', retryAfterMs), requireCount('maxAttempts', maxAttempts)];
      const recordKeys = [keys.round(roundId), keys.due, keys.parked];
      const reply = await run('refuse', recordKeys, [roundId, token, boundedReason(reason), ...args]);
      return readOutcome(readTexts(reply), roundId, 'refuse') === 'parked' ? 'parked' : 'scheduled';
    },

    async postpone({ roundId, token }, { retryAfterMs, reason }) {
      const args = [roundId, token, requireCount('retryAfterMs', retryAfterMs), boundedReason(reason)];
      readOutcome(readTexts(await run('postpone', [keys.round(roundId), keys.due], args)), roundId, 'postpone');
    },

    lapse: (ticket, reason) => lapse(shard, ticket, reason),
  };
}

async function claim(shard: Shard, { roundId, workerId, leaseMs, early = false }: ClaimInput): Promise<Claim | null> {
  const { keys } = shard;
  const token = shard.newToken();
  const recordKeys = [keys.round(roundId), keys.due, keys.pending, keys.parked];
  const args = [roundId, token, workerId, requireCount('leaseMs', leaseMs), early ? '1' : '0'];
  const texts = readTexts(await shard.run('claim', recordKeys, args));
  const outcome = readText(texts, 0);
  if (outcome === 'none') return null;
  if (outcome !== 'claimed') throw new CorruptRecordError('the server answered a claim with an unknown outcome');
  try {
    return decodeClaim({ roundId, token, holds: [] }, readFields(texts.slice(1)));
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause;
    throw new UnreadableRecordError({ roundId, token, holds: [] }, { cause });
  }
}

function decodeClaim(ticket: ClaimTicket, fields: RecordFields): Claim {
  requireVersion(fields['version']);
  return {
    ...ticket,
    leaseUntilMs: readTimeMs(requiredField(fields, 'claimUntilMs')),
    createdAtMs: readTimeMs(requiredField(fields, 'createdAtMs')),
    attempts: readInteger(requiredField(fields, 'attempts')),
    holds: decodeHolds(readPieces(fields, 'holds') ?? ''),
    settlement: decodeSettlementPayload(decodeBody(readPieces(fields, 'body') ?? '').payload),
    broadcasts: decodeBroadcasts(readPieces(fields, 'broadcasts') ?? '', readPieces(fields, 'wire') ?? ''),
  };
}

async function settle(shard: Shard, { roundId, token, holds }: ClaimTicket, settlement: Settlement): Promise<void> {
  const { keys } = shard;
  const { signature, slot, seenAtSlot, figures } = settlement;
  const recordKeys = [keys.round(roundId), keys.pending, keys.due, keys.parked, keys.unfinal, keys.totals];
  const slots = [slot === null ? '' : requireCount('slot', slot), requireCount('seenAtSlot', seenAtSlot)];
  const texts = await withHolds(holds, (told) => {
    const accounts = accountsOf(told, figures);
    return shard.run(
      'settle',
      [...recordKeys, ...keys.accounts(accounts)],
      [roundId, token, signature ?? '', ...slots, encodeHolds(told), shard.recordTtlMs, ...accounts.flatMap(({ args }) => args)],
    );
  });
  readOutcome(texts, roundId, 'settle');
}

/** Every account that a settlement touches, with the four arguments that the script takes for each. */
function accountsOf(
  holds: readonly KeptHold[],
  figures: Settlement['figures'],
): readonly { readonly account: string; readonly args: readonly (string | number)[] }[] {
  const names = new Set([...holds, ...figures].map(({ account }) => requireAccount(account)));
  return [...names].map((account) => {
    const hold = holds.find((held) => held.account === account);
    const figure = figures.find((read) => read.account === account);
    const figureArgs = figure === undefined ? ['', ''] : [availableArgument(figure.available), requireCount('slot', figure.slot)];
    return { account, args: [hold?.units ?? '', hold?.basis ?? 'ledger', ...figureArgs] };
  });
}

async function lapse(shard: Shard, { roundId, token, holds }: ClaimTicket, reason: string): Promise<void> {
  const { keys } = shard;
  const recordKeys = [keys.round(roundId), keys.pending, keys.due, keys.parked, keys.totals];
  const texts = await withHolds(holds, (told) =>
    shard.run(
      'lapse',
      [...recordKeys, ...keys.accounts(told)],
      [roundId, token, boundedReason(reason), shard.recordTtlMs, encodeHolds(told), ...told.map(({ units }) => units)],
    ),
  );
  readOutcome(texts, roundId, 'lapse');
}

import { requireSignature } from '../records/broadcast.js';
import { CorruptRecordError, isUnreadable, UnreadableRecordError } from '../records/errors.js';
import {
  requireReceipt,
  type PaymentClaim,
  type PaymentClaimInput,
  type RecordedReceipt,
  type PaymentRefusal,
  type PaymentTicket,
} from '../records/payment.js';
import { boundedReason } from '../records/reason.js';
import { countText, requireCount } from '../records/require-count.js';
import { isRoundId } from '../records/round-id.js';
import { encodeRoundPayment } from '../records/round-payment.js';
import { paymentEntry } from '../wire/book-entry.js';
import { answeredHoldsInput, holdsInput } from '../wire/hold-text.js';
import { encodeBody } from '../wire/record-body.js';
import { readFields, readPieces, type RecordFields } from '../wire/record-fields.js';
import { readOutcome, readRoundIds, readText, readTexts } from '../wire/reply.js';
import { decodeRoundRecord, type PaidRecord } from '../wire/round-record.js';
import type { Outbox } from './outbox.js';
import { readRecord } from './read-record.js';
import { noteConcluded, noteReached, type Shard } from './shard.js';
import { withHolds } from './with-holds.js';
import { withEntry } from './with-entry.js';

type PaymentCommand =
  | 'beginPayment'
  | 'noteSignature'
  | 'pay'
  | 'refusePayment'
  | 'overturn'
  | 'doubtPayment'
  | 'claimPayment'
  | 'renewPayment'
  | 'payments'
  | 'paidBy'
  | 'givenUp';

/** Commands for a round that is paid per request: from the signed result to the conclusion of its payment. */
export function paymentCommands(shard: Shard): Pick<Outbox, PaymentCommand> {
  const { keys, run, recordTtlMs, mostBookRows } = shard;
  return {
    async beginPayment({ roundId, token, payment, signed, result, leaseMs }) {
      const body = encodeBody({ payload: encodeRoundPayment(payment), result });
      const entry = paymentEntry(roundId, payment, signed);
      const recordKeys = [keys.round(roundId), keys.reserved, keys.paying, keys.totals];
      const input = { roundId, token, leaseMs: requireCount('leaseMs', leaseMs), entryLength: entry.length };
      const texts = readTexts(await run('beginPayment', recordKeys, input, entry + body));
      readOutcome(texts, roundId, 'beginPayment');
      shard.entries.set(roundId, entry);
      noteReached(shard, 'settling', texts);
    },

    async noteSignature({ roundId, token }, signature) {
      const reply = await run('noteSignature', [keys.round(roundId)], { token, signature: requireSignature(signature) });
      readOutcome(readTexts(reply), roundId, 'noteSignature');
    },

    pay: (ticket, receipt) => pay(shard, ticket, receipt),
    refusePayment: (ticket, input) => refusePayment(shard, ticket, input),

    async overturn({ roundId, signature, slot }) {
      const input = { roundId, signature: requireSignature(signature), slot: slotText(slot), recordTtlMs, mostBookRows };
      const recordKeys = [keys.round(roundId), keys.givenUp, keys.totals, keys.payment(signature), ...keys.books];
      const texts = await withEntry('', ({ owner, usage, entry }) =>
        run('overturn', [...recordKeys, keys.usage(owner)], { ...input, usage }, entry),
      );
      readOutcome(texts, roundId, 'overturn');
      noteConcluded(shard, 'overturned', texts);
    },

    doubtPayment: (ticket, { reason }) => doubtPayment(shard, ticket, reason),
    claimPayment: (input) => claimPayment(shard, input),

    async renewPayment({ roundId, token }, { leaseMs }) {
      const reply = await run('renewPayment', [keys.round(roundId)], { token, leaseMs: requireCount('leaseMs', leaseMs) });
      readOutcome(readTexts(reply), roundId, 'renewPayment');
    },

    async payments({ limit, olderThanMs, skip = 0 }) {
      const page = { limit: requireCount('limit', limit), skip: requireCount('skip', skip) };
      return readRoundIds(await run('listDue', [keys.paying], { ...page, olderThanMs: requireCount('olderThanMs', olderThanMs) }));
    },

    paidBy: (signature) => paidBy(shard, signature),

    async givenUp({ limit, skip = 0 }) {
      const page = { limit: requireCount('limit', limit), skip: requireCount('skip', skip) };
      return readRoundIds(await run('listGivenUp', [keys.givenUp], page));
    },
  };
}

async function pay(shard: Shard, { roundId, token }: PaymentTicket, receipt: RecordedReceipt): Promise<void> {
  const { keys, remembered, entries, recordTtlMs, mostBookRows } = shard;
  const signature = requireSignature(receipt.signature);
  const made = { signature, slot: slotText(receipt.slot), receipt: requireReceipt(receipt.text) };
  const input = { roundId, token, ...made, recordTtlMs, mostBookRows };
  const recordKeys = [keys.round(roundId), keys.paying, keys.totals, keys.payment(signature), ...keys.books];
  const texts = await withHolds(remembered.get(roundId), (holds) =>
    withEntry(entries.get(roundId) ?? '', ({ owner, usage, entry }) =>
      shard.run('pay', [...recordKeys, keys.usage(owner), ...keys.quotas(holds)], { ...input, ...holdsInput(holds), usage }, entry),
    ),
  );
  readOutcome(texts, roundId, 'pay');
  noteConcluded(shard, 'paid', texts);
  remembered.forget(roundId);
  entries.delete(roundId);
}

async function paidBy(shard: Shard, signature: string): Promise<PaidRecord | null> {
  const { keys, run } = shard;
  const [roundId = ''] = readTexts(await run('usedBy', [keys.payment(requireSignature(signature))], null));
  if (roundId === '') return null;
  if (!isRoundId(roundId)) throw new CorruptRecordError('a payment names no round');
  const record = await readRecord(shard, roundId);
  // The key has only the beginning of the signature, and the record may have ended since.
  return record?.state === 'paid' && record.receipt.signature === signature ? record : null;
}

function slotText(slot: number | null): string | undefined {
  return slot === null ? undefined : countText('slot', slot);
}

async function refusePayment(shard: Shard, { roundId, token }: PaymentTicket, { reason, isCertain }: PaymentRefusal): Promise<void> {
  const { keys, remembered } = shard;
  const refusal = { reason: boundedReason(reason), isCertain: isCertain === true };
  const input = { roundId, token, ...refusal, recordTtlMs: shard.recordTtlMs };
  const recordKeys = [keys.round(roundId), keys.paying, keys.givenUp, keys.totals];
  const texts = await withHolds(remembered.get(roundId), (holds) =>
    shard.run('refusePayment', [...recordKeys, ...keys.quotas(holds)], { ...input, ...holdsInput(holds) }),
  );
  readOutcome(texts, roundId, 'refusePayment');
  remembered.forget(roundId);
}

async function doubtPayment(shard: Shard, { roundId, token }: PaymentTicket, reason: string): Promise<void> {
  const { keys, remembered } = shard;
  const texts = await withHolds(remembered.get(roundId), (holds) => {
    const answered = holds.filter(({ until }) => until === 'answered');
    const input = { roundId, token, reason: boundedReason(reason), quotaTtlMs: shard.recordTtlMs };
    return shard.run('doubtPayment', [keys.round(roundId), keys.totals, ...keys.quotas(answered)], {
      ...input,
      ...answeredHoldsInput(holds, answered),
    });
  });
  readOutcome(texts, roundId, 'doubtPayment');
  remembered.forget(roundId);
}

async function claimPayment(shard: Shard, { roundId, claimedBy, leaseMs }: PaymentClaimInput): Promise<PaymentClaim | null> {
  const { keys, newToken } = shard;
  const token = newToken();
  const asked = { roundId, token, claimedBy, leaseMs: requireCount('leaseMs', leaseMs) };
  const texts = readTexts(await shard.run('claimPayment', [keys.round(roundId), keys.paying], asked));
  const outcome = readText(texts, 0);
  if (outcome === 'none') return null;
  if (outcome !== 'claimed') throw new CorruptRecordError('the server answered a claim with an unknown outcome');
  try {
    const fields = readFields(texts.slice(1));
    shard.entries.set(roundId, readPieces(fields, 'entry') ?? '');
    return decodeClaim({ roundId, token }, fields);
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause;
    throw new UnreadableRecordError({ roundId, token, holds: [] }, { cause });
  }
}

function decodeClaim(ticket: PaymentTicket, fields: RecordFields): PaymentClaim {
  const record = decodeRoundRecord(ticket.roundId, fields);
  if (record.state !== 'settling' && record.state !== 'payment_unknown') {
    throw new CorruptRecordError('the server handed out the payment of a round that has none');
  }
  const { state, createdAtMs, claimUntilMs, payment, signature = null } = record;
  if (claimUntilMs === undefined) throw new CorruptRecordError('the server handed out a payment without a claim');
  return { ...ticket, state, leaseUntilMs: claimUntilMs, createdAtMs, payment, signature };
}

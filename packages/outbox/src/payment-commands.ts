import { requireSignature } from './broadcast.js';
import { CorruptRecordError, isUnreadable, UnreadableRecordError } from './errors.js';
import { encodeHolds } from './hold-text.js';
import type { Outbox } from './outbox.js';
import {
  receiptArgument,
  type PaymentClaim,
  type PaymentClaimInput,
  type PaymentReceipt,
  type PaymentRefusal,
  type PaymentTicket,
} from './payment.js';
import { encodeBody } from './record-body.js';
import { readFields } from './record-fields.js';
import { boundedReason } from './reason.js';
import { readOutcome, readText, readTexts, readTimeMs } from './reply.js';
import { requireCount } from './require-count.js';
import { encodeRoundPayment } from './round-payment.js';
import { decodeRoundRecord, requiredField } from './round-record.js';
import { readRoundIds, type Shard } from './shard.js';
import { withHolds } from './with-holds.js';

type PaymentCommand =
  | 'sign'
  | 'beginPayment'
  | 'noteSignature'
  | 'pay'
  | 'refusePayment'
  | 'overturn'
  | 'doubtPayment'
  | 'claimPayment'
  | 'renewPayment'
  | 'payments'
  | 'givenUp';

/** What is done with a round that is paid per request: from the signed result to the conclusion of its payment. */
export function paymentCommands(shard: Shard): Pick<Outbox, PaymentCommand> {
  const { keys, run } = shard;
  return {
    async sign({ roundId, token, payment, result }) {
      const body = encodeBody({ payload: encodeRoundPayment(payment), result });
      readOutcome(readTexts(await run('sign', [keys.round(roundId), keys.totals], [token, body])), roundId, 'sign');
    },

    async beginPayment({ roundId, token }, { leaseMs }) {
      const recordKeys = [keys.round(roundId), keys.reserved, keys.paying, keys.totals];
      const reply = await run('beginPayment', recordKeys, [roundId, token, requireCount('leaseMs', leaseMs)]);
      readOutcome(readTexts(reply), roundId, 'beginPayment');
    },

    async noteSignature({ roundId, token }, signature) {
      const reply = await run('noteSignature', [keys.round(roundId)], [token, requireSignature(signature)]);
      readOutcome(readTexts(reply), roundId, 'noteSignature');
    },

    pay: (ticket, receipt) => pay(shard, ticket, receipt),
    refusePayment: (ticket, input) => refusePayment(shard, ticket, input),

    async overturn({ roundId, signature, slot }) {
      const args = [roundId, requireSignature(signature), slotArgument(slot), shard.recordTtlMs];
      readOutcome(readTexts(await run('overturn', [keys.round(roundId), keys.givenUp, keys.totals], args)), roundId, 'overturn');
    },

    doubtPayment: (ticket, { reason }) => doubtPayment(shard, ticket, reason),
    claimPayment: (input) => claimPayment(shard, input),

    async renewPayment({ roundId, token }, { leaseMs }) {
      const reply = await run('renewPayment', [keys.round(roundId)], [token, requireCount('leaseMs', leaseMs)]);
      readOutcome(readTexts(reply), roundId, 'renewPayment');
    },

    async payments({ limit, olderThanMs, skip = 0 }) {
      const args = [requireCount('limit', limit), requireCount('skip', skip), requireCount('olderThanMs', olderThanMs)];
      return readRoundIds(await run('listDue', [keys.paying], args));
    },

    async givenUp({ limit, skip = 0 }) {
      return readRoundIds(await run('listGivenUp', [keys.givenUp], [requireCount('limit', limit), requireCount('skip', skip)]));
    },
  };
}

async function pay(shard: Shard, { roundId, token }: PaymentTicket, receipt: PaymentReceipt): Promise<void> {
  const { keys, remembered } = shard;
  const signature = requireSignature(receipt.signature);
  const slot = slotArgument(receipt.slot);
  const text = receiptArgument(receipt.text);
  const texts = await withHolds(remembered.get(roundId), (holds) =>
    shard.run(
      'pay',
      [keys.round(roundId), keys.paying, keys.totals, ...keys.accounts(holds)],
      [roundId, token, signature, slot, text, shard.recordTtlMs, encodeHolds(holds), ...holds.map(({ units }) => units)],
    ),
  );
  readOutcome(texts, roundId, 'pay');
  remembered.forget(roundId);
}

function slotArgument(slot: number | null): number | '' {
  return slot === null ? '' : requireCount('slot', slot);
}

async function refusePayment(shard: Shard, { roundId, token }: PaymentTicket, { reason, isCertain }: PaymentRefusal): Promise<void> {
  const { keys, remembered } = shard;
  const texts = await withHolds(remembered.get(roundId), (holds) =>
    shard.run(
      'refusePayment',
      [keys.round(roundId), keys.paying, keys.givenUp, keys.totals, ...keys.accounts(holds)],
      [
        roundId,
        token,
        boundedReason(reason),
        shard.recordTtlMs,
        isCertain === true ? 1 : 0,
        encodeHolds(holds),
        ...holds.map(({ units }) => units),
      ],
    ),
  );
  readOutcome(texts, roundId, 'refusePayment');
  remembered.forget(roundId);
}

async function doubtPayment(shard: Shard, { roundId, token }: PaymentTicket, reason: string): Promise<void> {
  const { keys, remembered } = shard;
  const texts = await withHolds(remembered.get(roundId), (holds) => {
    const answered = holds.filter(({ until }) => until === 'answered');
    const staying = holds.filter(({ until }) => until === 'settled');
    const told = [encodeHolds(holds), encodeHolds(staying), ...answered.map(({ units }) => units)];
    return shard.run(
      'doubtPayment',
      [keys.round(roundId), keys.totals, ...keys.accounts(answered)],
      [roundId, token, boundedReason(reason), shard.recordTtlMs, ...told],
    );
  });
  readOutcome(texts, roundId, 'doubtPayment');
  remembered.forget(roundId);
}

async function claimPayment(shard: Shard, { roundId, claimedBy, leaseMs }: PaymentClaimInput): Promise<PaymentClaim | null> {
  const { keys, newToken } = shard;
  const token = newToken();
  const args = [roundId, token, claimedBy, requireCount('leaseMs', leaseMs)];
  const texts = readTexts(await shard.run('claimPayment', [keys.round(roundId), keys.paying], args));
  const outcome = readText(texts, 0);
  if (outcome === 'none') return null;
  if (outcome !== 'claimed') throw new CorruptRecordError('the server answered a claim with an unknown outcome');
  try {
    return decodeClaim({ roundId, token }, texts.slice(1));
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause;
    throw new UnreadableRecordError({ roundId, token, holds: [] }, { cause });
  }
}

function decodeClaim(ticket: PaymentTicket, texts: readonly string[]): PaymentClaim {
  const fields = readFields(texts);
  const record = decodeRoundRecord(ticket.roundId, fields);
  if (record.state !== 'settling' && record.state !== 'payment_unknown') {
    throw new CorruptRecordError('the server handed out the payment of a round that has none');
  }
  const { state, createdAtMs, payment, signature = null } = record;
  return { ...ticket, state, leaseUntilMs: readTimeMs(requiredField(fields, 'claimUntilMs')), createdAtMs, payment, signature };
}

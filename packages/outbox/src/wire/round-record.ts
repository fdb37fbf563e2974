import type { RoundId, UnixMs } from '@oracle-gateway/protocol';
import { decodeBroadcasts, type SentBroadcast } from '../records/broadcast.js';
import { CorruptRecordError } from '../records/errors.js';
import type { KeptHold } from '../records/hold.js';
import type { RecordedReceipt } from '../records/payment.js';
import { decodeRoundPayment, type PaymentRecord } from '../records/round-payment.js';
import { decodeSettlementPayload, type SettlementPayload } from '../records/settlement-payload.js';
import type { RoundState } from '../records/states.js';
import { decodeHolds } from './hold-text.js';
import { decodeBody } from './record-body.js';
import { readBodyText, readClaim, readPieces, requiredField, requireVersion, type RecordFields } from './record-fields.js';
import { readInteger, readState, readTimeMs } from './reply.js';

/** Path of the round, in the gateway's words: 1 to 32 of lower-case letters, digits and `_`. */
export type RecordedPath = string;

const PATH = /^[a-z][a-z0-9_]{0,31}$/;

/** One round as it stands. Times are the Redis server's. */
export type RoundRecord = RoundFacts & (SettledByProgram | PaidPerRequest | PaymentOpen | NeverServed);

/** A round that is paid per request and whose payment was made. */
export type PaidRecord = RoundFacts & PaidPerRequest;

/** Members that every round has. */
interface RoundFacts {
  readonly roundId: RoundId;
  readonly path: RecordedPath;
  /** Pending with no attempts left: an operator decides. */
  readonly parked: boolean;
  /** Pending since a commit that left its settlement to an operator; absent otherwise. */
  readonly held?: true;
  /** Holds of the round, without the ones that its answer gave back. A round that has ended holds it no longer. */
  readonly holds: readonly KeptHold[];
  /** The gateway process that reserved it. */
  readonly createdBy?: string;
  readonly createdAtMs: UnixMs;
  /** Refusals by the program so far. */
  readonly attempts: number;
  readonly nextAttemptMs?: UnixMs;
  /** The worker that claimed the record, and until when the claim lasts. */
  readonly claimedBy?: string;
  readonly claimUntilMs?: UnixMs;
  /** Why it failed, expired, lapsed, is unpaid or in doubt, was last refused or rolled back, or waits. */
  readonly reason?: string;
  readonly broadcasts: readonly SentBroadcast[];
  /** Number of times that its settlement was rolled back; absent: none. */
  readonly rollbacks?: number;
}

/** Reserved, or ended before a charge. */
interface NeverServed extends Without<'payload' | 'settlement' | 'payment' | 'signature' | 'receipt' | 'result'> {
  readonly state: 'reserved' | 'failed' | 'expired';
  /** The gateway's words on a failed round, for its requester. */
  readonly failure?: string;
}

interface SettledByProgram extends Without<'payment' | 'signature' | 'receipt' | 'failure'> {
  readonly state: 'pending' | 'settled' | 'lapsed';
  readonly payload?: SettlementPayload;
  /**
   * Present when settled. The signature is null when the receipt was found but none of the recorded transactions made it, the slot is
   * null when it is unknown. Not final: the ledger may still lose the receipt.
   */
  readonly settlement?: { readonly signature: string | null; readonly slot: number | null; readonly final: boolean };
  /** The answer the caller got. */
  readonly result?: string;
}

/** The result is on record, and no reader gets it: it has not been paid for. */
interface PaymentOpen extends Without<'payload' | 'settlement' | 'receipt' | 'result' | 'failure'> {
  readonly state: 'settling' | 'payment_unknown' | 'unpaid';
  readonly payment: PaymentRecord;
  /** Signature of the payment's transaction, where it was noted before the transaction was sent. */
  readonly signature?: string;
}

interface PaidPerRequest extends Without<'payload' | 'settlement' | 'signature' | 'failure'> {
  readonly state: 'paid';
  readonly payment: PaymentRecord;
  readonly receipt: RecordedReceipt;
  /** The answer that the caller paid for. */
  readonly result: string;
}

type Without<Names extends string> = { readonly [Name in Names]?: never };

/** Reads a record's hash. Throws CorruptRecordError, SettlementPayloadError or RoundPaymentError. */
export function decodeRoundRecord(roundId: RoundId, fields: RecordFields): RoundRecord {
  const { createdBy, parkedAtMs, held, nextAttemptMs, rollbacks } = fields;
  const reason = readPieces(fields, 'reason');
  const claim = readClaim(fields);
  requireVersion(fields);
  const holds = readPieces(fields, 'holds');
  if (holds === undefined) throw new CorruptRecordError('a round record has no holds');
  return {
    roundId,
    path: readPath(requiredField(fields, 'path')),
    parked: parkedAtMs !== undefined && held === undefined,
    holds: decodeHolds(holds),
    createdAtMs: readTimeMs(requiredField(fields, 'createdAtMs')),
    attempts: readInteger(fields['attempts'] ?? '0'),
    broadcasts: decodeBroadcasts(readPieces(fields, 'broadcasts') ?? ''),
    ...(held === undefined ? {} : { held: true as const }),
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(nextAttemptMs === undefined ? {} : { nextAttemptMs: readTimeMs(nextAttemptMs) }),
    ...(claim === null ? {} : { claimUntilMs: claim.untilMs, ...(claim.claimedBy === '' ? {} : { claimedBy: claim.claimedBy }) }),
    ...(reason === undefined ? {} : { reason }),
    ...(rollbacks === undefined ? {} : { rollbacks: readInteger(rollbacks) }),
    ...readStanding(readState(requiredField(fields, 'state')), fields),
  };
}

/** The only place at which a result is taken out of a record: which states show it is decided here. */
function readStanding(state: RoundState, fields: RecordFields): SettledByProgram | PaidPerRequest | PaymentOpen | NeverServed {
  switch (state) {
    case 'reserved':
    case 'expired':
      return { state };
    case 'failed': {
      const failure = readPieces(fields, 'failure');
      return { state, ...(failure === undefined ? {} : { failure }) };
    }
    case 'pending':
    case 'settled':
    case 'lapsed':
      return { state, ...readSettled(fields) };
    case 'settling':
    case 'payment_unknown':
    case 'unpaid': {
      const signature = readPieces(fields, 'signature');
      return { state, payment: readPayment(fields).payment, ...(signature === undefined ? {} : { signature }) };
    }
    case 'paid':
      return { state, ...readPayment(fields), receipt: readReceipt(fields) };
  }
}

function readSettled(fields: RecordFields): Pick<SettledByProgram, 'payload' | 'result' | 'settlement'> {
  const [body, slot] = [readBodyText(fields), fields['slot']];
  return {
    ...(body === undefined ? {} : readBody(body)),
    ...(slot === undefined ? {} : { settlement: readSettlement(fields, slot) }),
  };
}

function readPayment(fields: RecordFields): Pick<PaidPerRequest, 'payment' | 'result'> {
  const { payload, result } = decodeBody(readBodyText(fields) ?? '');
  return { payment: decodeRoundPayment(payload), result };
}

function readReceipt(fields: RecordFields): RecordedReceipt {
  const [signature, slot] = [readPieces(fields, 'signature'), requiredField(fields, 'slot')];
  if (signature === undefined) throw new CorruptRecordError('a paid round has no signature');
  return { signature, slot: slot === '' ? null : readInteger(slot), text: readPieces(fields, 'receipt') || null };
}

function readBody(text: string): Required<Pick<SettledByProgram, 'payload' | 'result'>> {
  const { payload, result } = decodeBody(text);
  return { payload: decodeSettlementPayload(payload), result };
}

function readSettlement(fields: RecordFields, slot: string): NonNullable<SettledByProgram['settlement']> {
  return {
    signature: (readPieces(fields, 'signature') ?? '') || null,
    slot: slot === '' ? null : readInteger(slot),
    final: fields['finalAtMs'] !== undefined,
  };
}

function readPath(text: string): RecordedPath {
  if (!PATH.test(text)) throw new CorruptRecordError('a round record names no path');
  return text;
}

/** Throws RangeError: paths are named by admissions, never by callers. */
export function requirePath(path: RecordedPath): RecordedPath {
  if (!PATH.test(path)) throw new RangeError('a path is 1 to 32 of lower-case letters, digits and _');
  return path;
}

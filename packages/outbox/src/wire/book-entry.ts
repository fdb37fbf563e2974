import { AddressError, formatAddress, HexError, parseAddress, unitsOf } from '@oracle-gateway/protocol';
import { isMoving, signersFromHex, readConclusion, signersHex, type BookRow, type ConcludedRow } from '../records/book-row.js';
import { bookedCharge, type BookedCharge } from '../records/charges.js';
import { CorruptRecordError } from '../records/errors.js';
import { isRoundId } from '../records/round-id.js';
import type { PaymentRecord } from '../records/round-payment.js';
import type { SettlementPayload, SignedBy } from '../records/settlement-payload.js';
import { readFields, requiredField, type RecordFields } from './record-fields.js';
import { readInteger } from './reply.js';

/** Owner, delegate or `-`, units, price, registry version, signers. */
const ENTRY = /^(\w{32,44}) (-|\w{32,44}) (\d{1,20}) (\d{1,20}) (\d{1,20}) (0x[0-9a-f]{2,64})$/;
const ROW_ID = /^(\d{1,16})-\d+$/;

/** Part of a row that the record of a round keeps until its conclusion: of a round that the program settles. */
export function settlementEntry(settlement: SettlementPayload): string {
  return encodeEntry(bookedCharge(settlement.charge), settlement);
}

/** The same part of a round that is paid per request. */
export function paymentEntry({ payer, amountAtomic }: PaymentRecord, signed: SignedBy): string {
  return encodeEntry({ owner: payer, delegate: null, amount: amountAtomic }, signed);
}

function encodeEntry({ owner, delegate, amount }: BookedCharge, { form, registryVersion, signersBitmap }: SignedBy): string {
  const by = delegate === null ? '-' : formatAddress(delegate);
  return [formatAddress(owner), by, unitsOf(form), amount, registryVersion, signersHex(signersBitmap)].join(' ');
}

/** Reads a row as scripts append it (lua/include/books.lua). Throws CorruptRecordError. */
export function decodeBookEntry(marker: string, id: string, texts: readonly string[]): BookRow {
  const fields = readFields(texts);
  const booked = { marker, seq: readSeq(id), atMs: readInteger(requiredField(fields, 'at')) };
  const kind = requiredField(fields, 'kind');
  if (kind === 'gap') return { ...booked, kind, count: BigInt(readInteger(requiredField(fields, 'count'))) };
  const { price, ...entry } = readEntry(requiredField(fields, 'entry'));
  const conclusion = readConclusion(kind);
  const moved = isMoving(conclusion) ? { amount: price, unpaid: 0n } : { amount: 0n, unpaid: price };
  return { ...booked, kind: conclusion, ...readRound(fields), ...entry, ...moved };
}

function readSeq(id: string): bigint {
  const [, seq] = ROW_ID.exec(id) ?? [];
  if (seq === undefined) throw new CorruptRecordError('a row of the books has no number');
  return BigInt(seq);
}

function readRound(fields: RecordFields): Pick<ConcludedRow, 'round' | 'path' | 'signature' | 'slot'> {
  const round = requiredField(fields, 'round');
  if (!isRoundId(round)) throw new CorruptRecordError('a row of the books names no round');
  const slot = requiredField(fields, 'slot');
  return {
    round,
    path: requiredField(fields, 'path'),
    signature: requiredField(fields, 'signature') || null,
    slot: slot === '' ? null : BigInt(readInteger(slot)),
  };
}

function readEntry(text: string): Pick<ConcludedRow, 'owner' | 'delegate' | 'units' | 'registryVersion' | 'signersBitmap'> & {
  readonly price: bigint;
} {
  const [, owner = '', delegate = '', units = '', price = '', registryVersion = '', signers = ''] = ENTRY.exec(text) ?? [];
  try {
    return {
      owner: parseAddress(owner),
      delegate: delegate === '-' ? null : parseAddress(delegate),
      units: BigInt(units),
      price: BigInt(price),
      registryVersion: BigInt(registryVersion),
      signersBitmap: signersFromHex(signers),
    };
  } catch (cause) {
    if (cause instanceof AddressError || cause instanceof HexError) {
      throw new CorruptRecordError('a row of the books has no entry of its round', { cause });
    }
    throw cause;
  }
}

import { type Address, formatAddress, type RoundId, toAddress, unitsOf } from '@oracle-gateway/protocol';
import { roundIdBytes, roundIdFrom } from '@oracle-gateway/protocol/internal';
import { type BookRow, type ConcludedRow, type Conclusion, isMoving, readBookedRow } from '../records/book-row.js';
import { type BookedCharge, bookedCharge } from '../records/charges.js';
import { CorruptRecordError } from '../records/errors.js';
import type { PaymentRecord } from '../records/round-payment.js';
import type { SettlementPayload, SignedBy } from '../records/settlement-payload.js';

const ROW_ID = /^0-(\d{1,20})$/;
const GAP = /^g (\d{1,16}) (\d{1,16}) (\d{1,16})$/;
/** First letter of the kind, time, path, slot, signature, and the entry. */
const ROW = /^(\S?) (\d{1,16}) (\S*) (\d{0,20}) (\S*) ([^]*)$/;
const HAS_DELEGATE = 0x80;
const BITMAP_BYTES = 32;
/** A receipt's address; other rounds have shorter names. */
const MOST_NAME_BYTES = 32;

/** Part of a row of the books that is known before the round concludes. */
export interface BookEntry extends Omit<BookedCharge, 'amount'> {
  readonly round: RoundId;
  readonly units: bigint;
  /** Atomic units that the round moves if it is charged. */
  readonly price: bigint;
  readonly registryVersion: bigint;
  readonly signersBitmap: Uint8Array;
}

/** The text that the record of a round keeps until its conclusion: of a round that the program settles. */
export function settlementEntry(roundId: RoundId, settlement: SettlementPayload): string {
  return entryOf(roundId, bookedCharge(settlement.charge), settlement);
}

/** The same text of a round that is paid per request. */
export function paymentEntry(roundId: RoundId, { payer, amountAtomic }: PaymentRecord, signed: SignedBy): string {
  return entryOf(roundId, { owner: payer, delegate: null, amount: amountAtomic }, signed);
}

function entryOf(round: RoundId, { owner, delegate, amount }: BookedCharge, { form, registryVersion, signersBitmap }: SignedBy): string {
  return encodeBookEntry({ round, owner, delegate, units: BigInt(unitsOf(form)), price: amount, registryVersion, signersBitmap });
}

/**
 * A character for each byte: the units, their highest bit set with a delegate; the round as a length and bytes; owner and delegate, 32 bytes each;
 * price, registry version and signers, each as a length and bytes without leading zeros.
 */
export function encodeBookEntry({ round, owner, delegate, units, price, registryVersion, signersBitmap }: BookEntry): string {
  const named = roundIdBytes(round);
  const bytes = [
    Number(units) | (delegate === null ? 0 : HAS_DELEGATE),
    named.length,
    ...named,
    ...owner,
    ...(delegate ?? []),
    ...[price, registryVersion].flatMap((number) => withLength(bytesOfNumber(number))),
    ...withLength([...signersBitmap]),
  ];
  return Buffer.from(bytes).toString('latin1');
}

/** Reads what `encodeBookEntry` wrote. Throws CorruptRecordError. */
export function decodeBookEntry(text: string): BookEntry {
  const parts = new Parts(new Uint8Array(Buffer.from(text, 'latin1')));
  const [first = 0] = parts.next(1);
  const named = parts.sized();
  const owner = parts.address();
  const delegate = (first & HAS_DELEGATE) === 0 ? null : parts.address();
  const [price, registryVersion, signers] = [parts.number(), parts.number(), parts.sized()];
  if (named.length === 0 || named.length > MOST_NAME_BYTES || signers.length > BITMAP_BYTES || !parts.isAtEnd()) throw damagedEntry();
  const signersBitmap = new Uint8Array(BITMAP_BYTES);
  signersBitmap.set(signers, BITMAP_BYTES - signers.length);
  return { owner, delegate, round: roundIdFrom(named), units: BigInt(first & ~HAS_DELEGATE), price, registryVersion, signersBitmap };
}

/** Additions of an entry to the usage of its owner, as scripts take them. */
export function usageInput({ delegate, units, price }: BookEntry): { delegate: string; units: string; amount: string } {
  return { delegate: delegate === null ? '-' : formatAddress(delegate), units: units.toString(), amount: price.toString() };
}

/** Reads a row as scripts append it (lua/include/books.lua). Throws CorruptRecordError. */
export function decodeBookRow(marker: string, id: string, text: string): BookRow {
  const [, seq] = ROW_ID.exec(id) ?? [];
  if (seq === undefined) throw new CorruptRecordError('a row of the books has no number');
  const [, untilMs, sinceMs, count] = GAP.exec(text) ?? [];
  const numbered = { marker, seq: BigInt(seq) };
  if (count !== undefined) return { ...numbered, kind: 'gap', atMs: Number(untilMs), sinceMs: Number(sinceMs), count: BigInt(count) };
  const [, kind = '', atMs, path = '', slot, signature, packed = ''] = ROW.exec(text) ?? [];
  const { price, ...entry } = decodeBookEntry(packed);
  const row = readBookedRow({ kind, path, signature: signature || null });
  return { ...numbered, ...row, ...entry, ...amountsOf(row.kind, price), atMs: Number(atMs), slot: slot ? BigInt(slot) : null };
}

/** A conclusion moves the price, or leaves it unpaid. */
export function amountsOf(kind: Conclusion, price: bigint): Pick<ConcludedRow, 'amount' | 'unpaid'> {
  return isMoving(kind) ? { amount: price, unpaid: 0n } : { amount: 0n, unpaid: price };
}

function bytesOfNumber(value: bigint): readonly number[] {
  const bytes: number[] = [];
  for (let left = value; left > 0n; left >>= 8n) bytes.unshift(Number(left & 0xffn));
  return bytes;
}

function withLength(bytes: readonly number[]): readonly number[] {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = first === -1 ? [] : bytes.slice(first);
  return [short.length, ...short];
}

/** Bytes, read from front to back. */
class Parts {
  #place = 0;

  constructor(private readonly bytes: Uint8Array) {}

  next(length: number): Uint8Array {
    const end = this.#place + length;
    if (end > this.bytes.length) throw damagedEntry();
    const part = this.bytes.slice(this.#place, end);
    this.#place = end;
    return part;
  }

  address(): Address {
    return toAddress(this.next(32));
  }

  sized(): Uint8Array {
    const [length = 0] = this.next(1);
    return this.next(length);
  }

  number(): bigint {
    return this.sized().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  }

  isAtEnd(): boolean {
    return this.#place === this.bytes.length;
  }
}

function damagedEntry(): CorruptRecordError {
  return new CorruptRecordError('a row of the books has no entry of its round');
}

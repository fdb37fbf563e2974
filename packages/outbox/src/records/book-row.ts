import { type Address, AddressError, formatAddress, fromHex, parseAddress, type RoundId, toHex } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { CorruptRecordError } from './errors.js';
import { ADDRESS_TEXT, parseMembers } from './payload-form.js';
import { isRoundId, ROUND_ID } from './round-id.js';

/**
 * Ends of a round that the books keep. `final`: its settlement can no longer be lost. `paid`: its payment was made. `overturned`: its payment was
 * made although it was given up before. `lapsed`: it was served, and the program no longer accepts it. `rolled-back`: the ledger lost its settlement,
 * so it is settled again.
 */
export const CONCLUSIONS = ['final', 'paid', 'lapsed', 'overturned', 'rolled-back'] as const;
/** The end of a round. */
export type Conclusion = (typeof CONCLUSIONS)[number];

/** `gap`: rows that found no room. */
export const BOOK_KINDS = [...CONCLUSIONS, 'gap'] as const;
/** Kind of a row of the books. */
export type BookKind = (typeof BOOK_KINDS)[number];

/** Conclusions by which money or prepaid rounds move. The others take nothing. */
const MOVING: ReadonlySet<Conclusion> = new Set(['final', 'paid', 'overturned']);

interface BookedAt {
  /** Names the server's set of records: 16 of hex, made with the first row. A server that lost everything makes another. */
  readonly marker: string;
  /** 1, 2, 3 and so on within a marker. */
  readonly seq: bigint;
  /** The server's clock at the conclusion. */
  readonly atMs: number;
  /** The row was written after its day was closed. */
  readonly late?: true;
}

/** A round that came to one of its ends. */
export interface ConcludedRow extends BookedAt {
  readonly kind: Conclusion;
  readonly round: RoundId;
  /** Name of the path, for readers; what a row means depends on its members alone. */
  readonly path: string;
  /** The key that is charged: owner of the subscription, or payer. */
  readonly owner: Address;
  /** Delegate that asked in the owner's name; null: the owner itself asked. */
  readonly delegate: Address | null;
  /** Rounds that the round is charged as, whether it was charged or not. */
  readonly units: bigint;
  /** Atomic units of the stablecoin that the conclusion moved: 0 of a subscription's round, and of a conclusion that takes nothing. */
  readonly amount: bigint;
  /** Atomic units that a round which lapsed or was rolled back would have moved; 0 of the others. */
  readonly unpaid: bigint;
  readonly registryVersion: bigint;
  /** 32 bytes: the signers, as slots of that registry version. */
  readonly signersBitmap: Uint8Array;
  /** The transaction's on the ledger; null: unknown, or the round has no transaction. */
  readonly signature: string | null;
  readonly slot: bigint | null;
}

/** Rows that were not kept, because as many as there is room for were waiting. `atMs` is the time of the last of them. */
export interface GapRow extends BookedAt {
  readonly kind: 'gap';
  /** The server's clock at the first of them. */
  readonly sinceMs: number;
  readonly count: bigint;
}

/** A row of the books: a round that ended, or rows that found no room. */
export type BookRow = ConcludedRow | GapRow;

const MARKER = /^[0-9a-f]{16}$/;
const PATH = /^[a-z][a-z0-9_]{0,31}$/;
const NUMBER = /^(?:0|[1-9][0-9]{0,19})$/;
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const BITMAP = /^0x(?:[0-9a-f]{2}){1,32}$/;
const TIME = /^(?:0|[1-9][0-9]{0,14})$/;
/** The members of a concluded row in the order of `rowJson`. A time of 15 digits is a safe integer. */
const PLAIN_LINE = lineForm([
  ['marker', MARKER],
  ['seq', NUMBER],
  ['kind', /^[a-z-]{4,11}$/],
  ['atMs', TIME, 'number'],
  ['round', ROUND_ID],
  ['path', PATH],
  ['owner', ADDRESS_TEXT],
  ['delegate', ADDRESS_TEXT, 'optional'],
  ['units', NUMBER],
  ['amount', NUMBER],
  ['unpaid', NUMBER, 'optional'],
  ['registryVersion', NUMBER],
  ['signers', BITMAP],
  ['signature', SIGNATURE, 'optional'],
  ['slot', NUMBER, 'optional'],
  ['late', /^true$/, 'optional number'],
]);
/** Parties of whose rows the address is decoded once. */
const MOST_KNOWN_ADDRESSES = 4_096;
const addresses = new BoundedMap<string, Address>(MOST_KNOWN_ADDRESSES);

type LineMember = readonly [name: string, form: RegExp, how?: 'number' | 'optional' | 'optional number'];

function lineForm(members: readonly LineMember[]): RegExp {
  const parts = members.map(([name, { source }, how = ''], place) => {
    const quote = how.endsWith('number') ? '' : '"';
    const text = `${place === 0 ? '' : ','}"${name}":${quote}(${source.slice(1, -1)})${quote}`;
    return how.startsWith('optional') ? `(?:${text})?` : text;
  });
  return new RegExp(`^\\{${parts.join('')}\\}$`);
}

/** Whether the conclusion takes money or prepaid rounds. */
export function isMoving(kind: Conclusion): boolean {
  return MOVING.has(kind);
}

/**
 * Checks what the server keeps of a row as text, so that a file gets no row that its readers refuse. Throws CorruptRecordError.
 *
 * @param kind its first letter
 */
export function readBookedRow({ kind, path, signature }: { kind: string; path: string; signature: string | null }): {
  readonly kind: Conclusion;
  readonly path: string;
  readonly signature: string | null;
} {
  const conclusion = kind === '' ? undefined : CONCLUSIONS.find((known) => known.startsWith(kind));
  if (conclusion === undefined) throw damaged('kind');
  return {
    kind: conclusion,
    path: requireText('path', path, PATH),
    signature: signature === null ? null : requireText('signature', signature, SIGNATURE),
  };
}

/** One line of JSON without its end. Members that are null, false or nothing unpaid are left out, and so are the leading zeros of the bitmap. */
export function rowJson(row: BookRow): string {
  const { marker, seq, kind, atMs, late } = row;
  const booked = { marker, seq: seq.toString(), kind, atMs };
  const when = late === undefined ? {} : { late };
  if (row.kind === 'gap') return JSON.stringify({ ...booked, sinceMs: row.sinceMs, count: row.count.toString(), ...when });
  const { round, path, owner, delegate, units, amount, unpaid, registryVersion, signersBitmap, signature, slot } = row;
  return JSON.stringify({
    ...booked,
    round,
    path,
    owner: formatAddress(owner),
    ...(delegate === null ? {} : { delegate: formatAddress(delegate) }),
    units: units.toString(),
    amount: amount.toString(),
    ...(unpaid === 0n ? {} : { unpaid: unpaid.toString() }),
    registryVersion: registryVersion.toString(),
    signers: signersHex(signersBitmap),
    ...(signature === null ? {} : { signature }),
    ...(slot === null ? {} : { slot: slot.toString() }),
    ...when,
  });
}

/** Reads what `rowJson` wrote. Throws CorruptRecordError, which names the member. */
export function readRow(line: string): BookRow {
  return readPlainLine(line) ?? readMemberByMember(line);
}

/** A concluded row as `rowJson` writes it, in one step: a month has millions. null: any other line. */
function readPlainLine(line: string): ConcludedRow | null {
  const [, marker, seq, kind, atMs, round, path, owner, delegate, units, amount, unpaid, registryVersion, signers, signature, slot, late] =
    PLAIN_LINE.exec(line) ?? [];
  if (marker === undefined || seq === undefined || round === undefined || path === undefined || owner === undefined) return null;
  if (units === undefined || amount === undefined || registryVersion === undefined || signers === undefined) return null;
  const conclusion = CONCLUSIONS.find((known) => known === kind);
  if (conclusion === undefined || !isRoundId(round)) return null;
  const row = {
    marker,
    seq: BigInt(seq),
    kind: conclusion,
    atMs: Number(atMs),
    round,
    path,
    owner: knownAddress('owner', owner),
    delegate: delegate === undefined ? null : knownAddress('delegate', delegate),
    units: BigInt(units),
    amount: BigInt(amount),
    unpaid: unpaid === undefined ? 0n : BigInt(unpaid),
    registryVersion: BigInt(registryVersion),
    signersBitmap: signersFromHex(signers),
    signature: signature ?? null,
    slot: slot === undefined ? null : BigInt(slot),
  };
  return late === undefined ? row : { ...row, late: true };
}

/** The rows of a party share one address. */
function knownAddress(member: string, text: string): Address {
  return addresses.getOrCreate(text, () => readAddress(member, text));
}

function readMemberByMember(line: string): BookRow {
  const members = readMembers(line);
  const text = (member: string, form: RegExp): string => requireText(member, members.get(member), form);
  const number = (member: string): bigint => BigInt(text(member, NUMBER));
  const address = (member: string): Address => readAddress(member, members.get(member));
  const booked = { marker: text('marker', MARKER), seq: number('seq'), atMs: readMs('atMs', members), ...readLate(members) };
  const kind = readKind(members.get('kind'));
  if (kind === 'gap') return { ...booked, kind, sinceMs: readMs('sinceMs', members), count: number('count') };
  const round = members.get('round');
  if (typeof round !== 'string' || !isRoundId(round)) throw damaged('round');
  return {
    ...booked,
    kind,
    round,
    path: text('path', PATH),
    owner: address('owner'),
    delegate: members.has('delegate') ? address('delegate') : null,
    units: number('units'),
    amount: number('amount'),
    unpaid: members.has('unpaid') ? number('unpaid') : 0n,
    registryVersion: number('registryVersion'),
    signersBitmap: signersFromHex(text('signers', BITMAP)),
    signature: members.has('signature') ? text('signature', SIGNATURE) : null,
    slot: members.has('slot') ? number('slot') : null,
  };
}

/** Hex of whole bytes, without leading zeros. */
function signersHex(signersBitmap: Uint8Array): string {
  const first = signersBitmap.findIndex((byte) => byte !== 0);
  return toHex(signersBitmap.slice(first === -1 ? -1 : first));
}

/** Throws HexError. */
function signersFromHex(text: string): Uint8Array {
  const short = fromHex(text);
  const bitmap = new Uint8Array(32);
  bitmap.set(short, 32 - short.length);
  return bitmap;
}

function readMembers(line: string): ReadonlyMap<string, unknown> {
  try {
    return parseMembers(line);
  } catch (cause) {
    throw new CorruptRecordError('a row of the books is no JSON object; restore the file from its copy', { cause });
  }
}

function readKind(value: unknown): BookKind {
  const kind = BOOK_KINDS.find((known) => known === value);
  if (kind === undefined) throw damaged('kind');
  return kind;
}

function readMs(member: string, members: ReadonlyMap<string, unknown>): number {
  const value = members.get(member);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw damaged(member);
  return value;
}

function readLate(members: ReadonlyMap<string, unknown>): { readonly late?: true } {
  return members.get('late') === true ? { late: true } : {};
}

function readAddress(member: string, value: unknown): Address {
  if (typeof value !== 'string') throw damaged(member);
  try {
    return parseAddress(value);
  } catch (cause) {
    if (cause instanceof AddressError) throw damaged(member, { cause });
    throw cause;
  }
}

function requireText(member: string, value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw damaged(member);
}

function damaged(member: string, options?: ErrorOptions): CorruptRecordError {
  return new CorruptRecordError(`a row of the books has no ${member} in the form of one; restore the file from its copy`, options);
}

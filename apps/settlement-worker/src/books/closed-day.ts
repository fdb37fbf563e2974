import { createHash } from 'node:crypto';
import type { BookRow } from '@oracle-gateway/outbox';

/** Sums over the rows of a day. */
export interface DaySums {
  readonly units: bigint;
  readonly amount: bigint;
  readonly unpaid: bigint;
}

/** The line that closes the file of a day. No row follows it. */
export interface ClosedDay {
  /** The day in UTC, `2026-11-27`. */
  readonly day: string;
  /** Number of rows. */
  readonly count: bigint;
  readonly sums: DaySums;
  /** Hash of the closed day before; null: this one is the first. */
  readonly previousHash: string | null;
  /** SHA-256 in hex of all lines of the rows, each with its line feed, and of this line's other members. */
  readonly hash: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^(0|[1-9][0-9]{0,37})$/;
const HASH = /^[0-9a-f]{64}$/;
const LINE_FEED = Uint8Array.of(0x0a);

/** Adds up the lines of a day, one after the other. */
export class DayDigest {
  private readonly hash = createHash('sha256');
  private count = 0n;
  private sums: DaySums = { units: 0n, amount: 0n, unpaid: 0n };

  /** `line`: the row as it stands in the file, without its line feed. */
  take(line: string | Uint8Array, row: BookRow | null): void {
    this.hash.update(line).update(LINE_FEED);
    this.count += 1n;
    if (row === null || row.kind === 'gap') return;
    const { units, amount, unpaid } = this.sums;
    this.sums = { units: units + row.units, amount: amount + row.amount, unpaid: unpaid + row.unpaid };
  }

  /** The day so far. More lines may follow. */
  close(day: string, previousHash: string | null): ClosedDay {
    const members = { day, count: this.count, sums: this.sums, previousHash };
    return { ...members, hash: this.hash.copy().update(membersJson(members)).digest('hex') };
  }
}

/** One line of JSON without its end. */
export function closedDayJson({ hash, ...members }: ClosedDay): string {
  return `{"closed":${membersJson(members).slice(0, -1)},"hash":"${hash}"}}`;
}

/** Reads what `closedDayJson` wrote; null for any other line. */
export function readClosedDay(line: string): ClosedDay | null {
  if (!line.startsWith('{"closed":')) return null;
  const { closed } = readObject(line);
  const { day, count, sums, previousHash, hash } = isObject(closed) ? closed : {};
  const { units, amount, unpaid } = isObject(sums) ? sums : {};
  if (!isText(day, DAY) || !isText(count, NUMBER) || !isText(hash, HASH)) return null;
  if (!isText(units, NUMBER) || !isText(amount, NUMBER) || !isText(unpaid, NUMBER)) return null;
  if (previousHash !== null && !isText(previousHash, HASH)) return null;
  return {
    day,
    count: BigInt(count),
    sums: { units: BigInt(units), amount: BigInt(amount), unpaid: BigInt(unpaid) },
    previousHash,
    hash,
  };
}

function membersJson({ day, count, sums: { units, amount, unpaid }, previousHash }: Omit<ClosedDay, 'hash'>): string {
  const sums = { units: units.toString(), amount: amount.toString(), unpaid: unpaid.toString() };
  return JSON.stringify({ day, count: count.toString(), sums, previousHash });
}

function readObject(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}

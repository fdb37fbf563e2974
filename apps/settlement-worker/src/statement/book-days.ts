import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BookRow, type ConcludedRow, CorruptRecordError, type GapRow, readRow } from '@oracle-gateway/outbox';
import { bookFileName, dayOfBookFile } from '../books/book-day.js';
import { lastLine } from '../books/book-file.js';
import { type ClosedDay, DayDigest, readClosedDay } from '../books/closed-day.js';
import { type LedgerLine, LedgerLineError, readLedgerLine } from './ledger-line.js';
import { linesOfFile } from '../books/lines-of-file.js';
import { type NumberFault, RowNumbers } from './row-numbers.js';

/** A place where the books are not whole. */
export type BookFault =
  | NumberFault
  | { readonly kind: 'gap'; readonly day: string; readonly row: GapRow }
  | { readonly kind: 'broken day'; readonly day: string; readonly reason: string }
  | { readonly kind: 'missing day'; readonly day: string }
  | { readonly kind: 'unreadable line'; readonly day: string; readonly line: number; readonly reason: string };

export type BookItem =
  | { readonly kind: 'row'; readonly row: ConcludedRow }
  | { readonly kind: 'from the ledger'; readonly line: LedgerLine }
  | { readonly kind: 'day over'; readonly day: string; readonly closed: boolean }
  | { readonly kind: 'fault'; readonly fault: BookFault };

/** Days in UTC, `2026-11-27`, the last one included. */
export interface DayRange {
  readonly fromDay: string;
  readonly toDay: string;
}

const LEDGER_FILE = /^(\d{4}-\d{2}-\d{2})\.ledger\.jsonl$/;

/** Open days in a row that are looked behind. */
const MOST_OPEN_DAYS = 400;

/** Name of the file of what the ledger told of a day. */
export function ledgerFileName(day: string): string {
  return `${day}.ledger.jsonl`;
}

/** The content of the files of a folder, day by day. A fault is an item, and reading goes on behind it. */
export async function* readBookDays(folder: string, { fromDay, toDay }: DayRange): AsyncGenerator<BookItem> {
  const names = (await readdir(folder)).toSorted();
  const days = names.flatMap((name) => dayOfBookFile(name) ?? []);
  const ofLedger = new Set(names.flatMap((name) => LEDGER_FILE.exec(name)?.[1] ?? []));
  const numbers = new RowNumbers();
  const before = days.filter((day) => day < fromDay);
  let previous = await newestClosed(folder, before);
  let isUnknown = before.length === 0;
  for (const day of [...new Set([...days, ...ofLedger])].toSorted().filter((name) => fromDay <= name && name <= toDay)) {
    let closed: ClosedDay | null = null;
    if (days.includes(day)) closed = yield* readDay(join(folder, bookFileName(day)), { day, numbers });
    if (closed !== null) {
      if (!isUnknown && closed.previousHash !== (previous?.hash ?? null)) yield { kind: 'fault', fault: { kind: 'missing day', day } };
      previous = closed;
      isUnknown = false;
    }
    if (ofLedger.has(day)) yield* readLedgerDay(join(folder, ledgerFileName(day)), day);
    yield { kind: 'day over', day, closed: closed !== null };
  }
  for (const fault of numbers.faults()) yield { kind: 'fault', fault };
}

/** A day with a damaged line stays open, and the days after it follow from the closed one before it. */
async function newestClosed(folder: string, days: readonly string[]): Promise<ClosedDay | null> {
  for (const day of days.toReversed().slice(0, MOST_OPEN_DAYS)) {
    const closed = readClosedDay(await lastLine(open, join(folder, bookFileName(day))));
    if (closed !== null) return closed;
  }
  return null;
}

async function* readDay(
  path: string,
  { day, numbers }: { readonly day: string; readonly numbers: RowNumbers },
): AsyncGenerator<BookItem, ClosedDay | null> {
  const digest = new DayDigest();
  let closed: ClosedDay | null = null;
  let line = 0;
  for await (const { text, bytes, whole } of linesOfFile(path)) {
    line += 1;
    // A writer was killed here, or is writing: what it began is written again.
    if (!whole) continue;
    if (closed !== null) yield broken(day, 'it goes on behind the line that closed it');
    const end = readClosedDay(text);
    if (end !== null) {
      closed = end;
      if (digest.close(day, end.previousHash).hash !== end.hash) yield broken(day, 'its rows are not the rows that were closed');
      continue;
    }
    const row = readRowOrFault(text);
    digest.take(bytes, row instanceof CorruptRecordError ? null : row);
    if (row instanceof CorruptRecordError) {
      yield { kind: 'fault', fault: { kind: 'unreadable line', day, line, reason: row.message } };
      continue;
    }
    numbers.take(row);
    if (row.kind === 'gap') yield { kind: 'fault', fault: { kind: 'gap', day, row } };
    else yield { kind: 'row', row };
  }
  return closed;
}

async function* readLedgerDay(path: string, day: string): AsyncGenerator<BookItem> {
  let line = 0;
  for await (const { text, whole } of linesOfFile(path)) {
    line += 1;
    if (!whole) continue;
    try {
      yield { kind: 'from the ledger', line: readLedgerLine(text) };
    } catch (error) {
      if (!(error instanceof LedgerLineError)) throw error;
      yield { kind: 'fault', fault: { kind: 'unreadable line', day, line, reason: error.message } };
    }
  }
}

function readRowOrFault(text: string): BookRow | CorruptRecordError {
  try {
    return readRow(text);
  } catch (error) {
    if (error instanceof CorruptRecordError) return error;
    throw error;
  }
}

function broken(day: string, reason: string): BookItem {
  return { kind: 'fault', fault: { kind: 'broken day', day, reason } };
}

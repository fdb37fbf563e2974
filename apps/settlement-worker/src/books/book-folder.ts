import { type BookRow, CorruptRecordError, readRow, rowJson } from '@oracle-gateway/outbox';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BookDay, bookDayOf, bookFileName, dayOfBookFile, nextBookDay } from './book-day.js';
import { appendLines, lastLine, lastLines, type OpenBookFile, syncFolder } from './book-file.js';
import { closedDayJson, type ClosedDay, DayDigest, readClosedDay } from './closed-day.js';
import { KnownRows } from './known-rows.js';
import { linesOfFile } from './lines-of-file.js';

/** Days that a pull looks at; an older one counts as closed. */
const MOST_DAYS = 400;
/** Bytes of the newest files in which rows are looked for that are on the disk already. */
const KNOWN_BYTES = 32 * 1024 * 1024;
/** The file of the problems that pulls have found. */
export const PROBLEMS_FILE = 'problems.jsonl';

/** A day that cannot be closed. */
export interface DamagedDay {
  readonly file: string;
  /** The first damaged line, counted from 1. */
  readonly line: number;
  readonly reason: string;
}

export interface BookFolderDeps {
  readonly open: OpenBookFile;
  readonly folder: string;
}

/** The folder of one Gateway account's books: a file a day, and one of problems. One process at a time writes it. */
export class BookFolder {
  readonly known = new KnownRows();
  /** Days of the folder by the hash that closed each; null: the day is open. */
  readonly #days = new Map<BookDay, string | null>();
  /** End of the file of each day, in bytes. */
  readonly #ends = new Map<BookDay, number>();
  #oldest: BookDay = '';

  constructor(private readonly deps: BookFolderDeps) {}

  /** Reads which days are closed, and the newest rows. Both are on the disk when it returns. Throws BookFileError. */
  async load(): Promise<void> {
    const { open, folder } = this.deps;
    const days = (await readdir(folder)).flatMap((name) => dayOfBookFile(name) ?? []).toSorted();
    const looked = days.slice(-MOST_DAYS);
    if (looked.length < days.length) this.#oldest = looked[0] ?? '';
    for (const day of looked) {
      this.#ends.set(day, await appendLines(open, { path: this.#path(day), lines: [] }));
      this.#days.set(day, readClosedDay(await lastLine(open, this.#path(day)))?.hash ?? null);
    }
    let left = KNOWN_BYTES;
    const newest: (readonly string[])[] = [];
    for (const day of looked.toReversed()) {
      if (left <= 0) break;
      const lines = await lastLines(open, this.#path(day), left);
      left -= lines.reduce((sum, line) => sum + line.length + 1, 0);
      newest.unshift(lines);
    }
    for (const line of newest.flat()) {
      const row = readClosedDay(line) === null ? readRowOrReason(line) : '';
      if (typeof row !== 'string') this.known.add(row);
    }
    await syncFolder(open, folder);
  }

  /**
   * Appends rows to the files of their days. A row of a closed day goes into the present one, marked as late; returns how many did. Throws
   * BooksLentError where another process went on with the books while this one slept.
   */
  async append(rows: readonly BookRow[], nowMs: number): Promise<number> {
    const lines = new Map<BookDay, string[]>();
    let late = 0;
    for (const row of rows) {
      const own = bookDayOf(row.atMs);
      const day = this.#isClosed(own) ? this.#openDay(nowMs) : own;
      const ofDay = lines.get(day) ?? [];
      if (day !== own) late += 1;
      ofDay.push(rowJson(day === own ? row : { ...row, late: true }));
      lines.set(day, ofDay);
    }
    for (const [day, ofDay] of lines) await this.#append(day, ofDay);
    await this.#noteNew([...lines.keys()]);
    return late;
  }

  /** Written before the rows: a crash in between repeats a line of a problem, and leaves none out. */
  async noteProblems(problems: readonly object[]): Promise<void> {
    if (problems.length === 0) return;
    const { open, folder } = this.deps;
    await appendLines(open, { path: join(folder, PROBLEMS_FILE), lines: problems.map((problem) => JSON.stringify(problem)) });
    await syncFolder(open, folder);
  }

  /**
   * Closes every open day before the present one, the oldest first. A day that is closed stays as it is. A day with a damaged line stays open, and the
   * days after it are closed: it is closed with the next pull if it is repaired by then. Throws BooksLentError as `append` does.
   */
  async close(nowMs: number): Promise<{ readonly closed: readonly ClosedDay[]; readonly damaged: readonly DamagedDay[] }> {
    const today = bookDayOf(nowMs);
    const open = [...this.#days].filter(([day, hash]) => hash === null && day < today && !this.#hasLaterClosed(day)).map(([day]) => day);
    const closed: ClosedDay[] = [];
    const damaged: DamagedDay[] = [];
    for (const day of open.toSorted()) {
      const digest = await this.#digest(day);
      if (!(digest instanceof DayDigest)) {
        damaged.push(digest);
        continue;
      }
      const end = digest.close(day, this.#hashBefore(day));
      await this.#append(day, [closedDayJson(end)]);
      this.#days.set(day, end.hash);
      closed.push(end);
    }
    return { closed, damaged };
  }

  async #append(day: BookDay, lines: readonly string[]): Promise<void> {
    const at = { path: this.#path(day), lines, expectedEnd: this.#ends.get(day) ?? 0 };
    this.#ends.set(day, await appendLines(this.deps.open, at));
  }

  async #digest(day: BookDay): Promise<DayDigest | DamagedDay> {
    const digest = new DayDigest();
    let line = 0;
    for await (const { text, bytes, whole } of linesOfFile(this.#path(day))) {
      // The line that closes the day is written over it.
      if (!whole) break;
      line += 1;
      const row = readRowOrReason(text);
      if (typeof row === 'string') return { file: bookFileName(day), line, reason: row };
      digest.take(bytes, row);
    }
    return digest;
  }

  async #noteNew(days: readonly BookDay[]): Promise<void> {
    const made = days.filter((day) => !this.#days.has(day));
    if (made.length === 0) return;
    await syncFolder(this.deps.open, this.deps.folder);
    for (const day of made) this.#days.set(day, null);
  }

  #isClosed(day: BookDay): boolean {
    return day < this.#oldest || (this.#days.get(day) ?? null) !== null || this.#hasLaterClosed(day);
  }

  /** Closed now, such a day would break the chain. */
  #hasLaterClosed(day: BookDay): boolean {
    return [...this.#days].some(([other, hash]) => hash !== null && other > day);
  }

  /** The present day, or the first open one after it: a clock may have been set back. */
  #openDay(nowMs: number): BookDay {
    let day = bookDayOf(nowMs);
    for (let days = 0; days < MOST_DAYS && this.#isClosed(day); days += 1) day = nextBookDay(day);
    return day;
  }

  #hashBefore(day: BookDay): string | null {
    const before = [...this.#days].filter(([other, hash]) => hash !== null && other < day).map(([other]) => other);
    return this.#days.get(before.toSorted().at(-1) ?? '') ?? null;
  }

  #path(day: BookDay): string {
    return join(this.deps.folder, bookFileName(day));
  }
}

/** The reason why the line is no row. */
function readRowOrReason(line: string): BookRow | string {
  try {
    return readRow(line);
  } catch (error) {
    if (error instanceof CorruptRecordError) return error.message;
    throw error;
  }
}

import { type BookRow, type Books, type GapRow, MOST_PULLED_ROWS, rowJson, type WaitingRow } from '@oracle-gateway/outbox';
import { BooksLentError } from './book-file.js';
import type { BookFolder } from './book-folder.js';
import type { ClosedDay } from './closed-day.js';
import type { Standing } from './known-rows.js';

/** Far longer than a batch takes on a slow disk. */
const LEASE_MS = 60_000;
/** Batches of one pull: two million rows. */
const MOST_BATCHES = 2_000;

/** A fault that a pull has found. */
export type BookProblem =
  /** No disk has these rows: another folder got them, or the server lost them. */
  | { readonly problem: 'missing'; readonly marker: string; readonly from: string; readonly to: string }
  /** The server lost the row of that number and gave the number again. Both rows count. */
  | { readonly problem: 'conflict'; readonly row: string }
  /** The server lost the conclusion after it was pulled, and the round concluded again. The first row counts, this one is not kept. */
  | { readonly problem: 'repeated'; readonly row: string; readonly seq: string }
  /** The server has other records than before: its numbers begin anew. */
  | { readonly problem: 'other_marker'; readonly before: string; readonly now: string }
  /** So many rows found no room on the server. */
  | { readonly problem: 'not_kept'; readonly row: string }
  /** A line of the file is no row, so its day stays open. */
  | { readonly problem: 'damaged'; readonly file: string; readonly line: number; readonly reason: string }
  /** The row was damaged on the server. */
  | { readonly problem: 'unreadable'; readonly id: string; readonly text: string };

export interface PulledReport {
  readonly written: number;
  /** Rows that were on the disk already. */
  readonly duplicates: number;
  /** Rows of a day that was closed before they came. */
  readonly late: number;
  readonly closed: readonly ClosedDay[];
  readonly problems: readonly BookProblem[];
  /** Rows that wait on the server. */
  readonly waiting: number;
}

export interface PullBooksDeps {
  readonly books: Books;
  readonly folder: BookFolder;
}

interface Judged {
  readonly fresh: readonly BookRow[];
  readonly duplicates: number;
  readonly problems: readonly BookProblem[];
}

/**
 * Moves the rows of the server into the folder: appended, on the disk, and only then removed from the server. Days before the present one are
 * closed once no row waits. Throws BooksLentError, and what disk and server throw; no row is lost by that, and the next pull goes on.
 */
export async function pullBooks({ books, folder }: PullBooksDeps): Promise<PulledReport> {
  const report = { written: 0, duplicates: 0, late: 0, closed: [] as ClosedDay[], problems: [] as BookProblem[], waiting: 0 };
  let isLoaded = false;
  for (let batch = 1; batch <= MOST_BATCHES; batch += 1) {
    const pulled = await books.pull({ limit: MOST_PULLED_ROWS, leaseMs: LEASE_MS });
    if (pulled.outcome === 'busy') throw lent(pulled);
    if (!isLoaded) await folder.load();
    isLoaded = true;
    const { fresh, duplicates, problems } = judge(pulled.rows, folder);
    await folder.noteProblems(problems);
    report.late += await folder.append(fresh, pulled.nowMs);
    report.written += fresh.length;
    report.duplicates += duplicates;
    report.problems.push(...problems);
    report.waiting = pulled.waiting - pulled.rows.length;
    const isDrained = pulled.rows.length < MOST_PULLED_ROWS;
    if (isDrained) {
      const { closed, damaged } = await folder.close(pulled.nowMs);
      const unclosed = damaged.map((day): BookProblem => ({ problem: 'damaged', ...day }));
      await folder.noteProblems(unclosed);
      report.closed.push(...closed);
      report.problems.push(...unclosed);
    }
    const isLast = isDrained || batch === MOST_BATCHES;
    if (
      !(await books.drop(
        pulled.rows.map(({ id }) => id),
        { isLast },
      ))
    )
      throw new BooksLentError('another process took the books over');
    if (isDrained) break;
  }
  return report;
}

function lent({ pulledBy, untilMs }: { readonly pulledBy: string; readonly untilMs: number }): BooksLentError {
  return new BooksLentError(`${pulledBy} pulls the books until ${new Date(untilMs).toISOString()}; wait for its end, or until then`);
}

function judge(waiting: readonly WaitingRow[], { known }: BookFolder): Judged {
  const fresh: BookRow[] = [];
  const problems: BookProblem[] = [];
  let duplicates = 0;
  for (const { id, text, marker, row } of waiting) {
    if (known.marker !== undefined && known.marker !== marker)
      problems.push({ problem: 'other_marker', before: known.marker, now: marker });
    if (row === null) {
      problems.push({ problem: 'unreadable', id, text });
      known.pass({ marker, seq: BigInt(id.replace(/^.*-/, '')) });
      continue;
    }
    const standing = known.judge(row);
    if (standing.kind === 'duplicate') duplicates += 1;
    else problems.push(...problemsOf(row, standing));
    if (standing.kind === 'duplicate' || standing.kind === 'repeated') {
      known.pass(row);
      continue;
    }
    fresh.push(row);
    known.add(row);
  }
  return { fresh, duplicates, problems };
}

function problemsOf(row: BookRow, standing: Exclude<Standing, { kind: 'duplicate' }>): readonly BookProblem[] {
  const notKept: readonly BookProblem[] = isGap(row) ? [{ problem: 'not_kept', row: rowJson(row) }] : [];
  switch (standing.kind) {
    case 'new':
      return notKept;
    case 'missing':
      return [{ problem: 'missing', marker: row.marker, from: standing.from.toString(), to: standing.to.toString() }, ...notKept];
    case 'conflict':
      return [{ problem: 'conflict', row: rowJson(row) }, ...notKept];
    case 'repeated':
      return [{ problem: 'repeated', row: rowJson(row), seq: standing.seq.toString() }];
  }
}

function isGap(row: BookRow): row is GapRow {
  return row.kind === 'gap';
}

import { open, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { createBooks, type OutboxConnection, outboxPrefix } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { BookFileError, BooksLentError } from '../books/book-file.js';
import { BookFolder } from '../books/book-folder.js';
import { type BookProblem, type PulledReport, pullBooks } from '../books/pull-books.js';
import { type BookFlags, textFlag } from './days.js';
import { OperateError } from './operate-error.js';

export interface PullCommandDeps {
  readonly redis: OutboxConnection;
  readonly gateway: Address;
}

const NO_ROWS =
  'no row was ever written for this Gateway account; without a concluded round that is right, else correct settlement.gateway_account\n';
/** Problems that are printed; the folder's file has all. */
const MOST_PRINTED = 20;

/** `operate books pull`: returns the text to print. Throws CommandLineError and OperateError. */
export async function runPull(flags: BookFlags, { redis, gateway }: PullCommandDeps): Promise<string> {
  const folder = textFlag(flags, 'to', 'the folder of the books');
  const isFolder = await stat(folder).then(
    (at) => at.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new OperateError('--to: must be a folder that exists; make it, or mount its disk');
  const books = createBooks({ redis, gateway, pulledBy: `${hostname()} ${process.pid}` });
  try {
    const report = reportOf(await pullBooks({ books, folder: new BookFolder({ open, folder }) }));
    // The first row names the set of records.
    const hasRows = (await redis.hexists(`${outboxPrefix(gateway)}:books-head`, 'marker')) === 1;
    return hasRows ? report : `${report}${NO_ROWS}`;
  } catch (error) {
    if (error instanceof BooksLentError || error instanceof BookFileError)
      throw new OperateError(`books pull: ${error.message}`, { cause: error });
    if (isDiskFault(error))
      throw new OperateError(
        `books pull: ${error.code}: the folder cannot be written; no row is lost: make room and run the command again`,
        { cause: error },
      );
    throw error;
  }
}

function reportOf({ written, duplicates, late, closed, problems, waiting }: PulledReport): string {
  const lines = [
    `${written} rows are new on the disk, ${late} of them for a day that was closed; ${duplicates} were there; ${waiting} wait`,
    ...closed.map(({ day, count, hash }) => `${day} is closed: ${count} rows, hash ${hash}`),
    ...problems.slice(0, MOST_PRINTED).map(lineOf),
    ...(problems.length > MOST_PRINTED ? [`${problems.length - MOST_PRINTED} more problems are in problems.jsonl`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function lineOf(problem: BookProblem): string {
  switch (problem.problem) {
    case 'missing':
      return `missing: the rows ${problem.from} to ${problem.to} of ${problem.marker} are in no file; "operate reconcile" compares with the ledger`;
    case 'conflict':
      return `conflict: the server gave a number twice, and both rows count: ${problem.row}`;
    case 'repeated':
      return `repeated: the round is on row ${problem.seq} already, and this row is not kept: ${problem.row}`;
    case 'other_marker':
      return `other marker: the server's records are others than before; the marker was ${problem.before} and is ${problem.now}`;
    case 'not_kept':
      return `not kept: rows found no room on the server; pull more often: ${problem.row}`;
    case 'damaged':
      return `damaged: ${problem.file}, line ${problem.line}: ${problem.reason}; the day is closed with the first pull after that, until a later day is closed`;
    case 'unreadable':
      return `unreadable: row ${problem.id} is damaged; problems.jsonl has its text`;
  }
}

/** The disk's, not the server's: a connection's fault names no path of a file. */
function isDiskFault(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|EFBIG)$/.test(error.code)
  );
}

import { type BookRow, type Books, type ConcludedRow, readRow, type WaitingRow } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import fc from 'fast-check';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BookHandle, BooksLentError, type OpenBookFile } from './book-file.js';
import { BookFolder } from './book-folder.js';
import { DayDigest, readClosedDay } from './closed-day.js';
import { pullBooks } from './pull-books.js';

const MARKER = 'ab'.repeat(8);
const NOON = Date.parse('2026-11-27T12:00:00Z');
const DAY_MS = 86_400_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'books-'));
});
afterEach(() => rm(folder, { recursive: true }));

function row(seq: number, more: Partial<ConcludedRow> = {}): ConcludedRow {
  const round = { round: sampleRoundId(), path: 'agent', owner: sampleAddress(), delegate: null, units: 1n, amount: 5n, unpaid: 0n };
  const signers = { registryVersion: 1n, signersBitmap: new Uint8Array(32), signature: null, slot: null };
  return { marker: MARKER, seq: BigInt(seq), kind: 'final', atMs: NOON, ...round, ...signers, ...more };
}

/** The rows of a server, whose clock is `nowMs`. A failover to an older copy sets `rows` back. */
class FakeServer implements Books {
  rows: BookRow[] = [];
  nowMs = NOON;
  isLent = false;

  pull({ limit }: { readonly limit: number }): ReturnType<Books['pull']> {
    if (this.isLent) return Promise.resolve({ outcome: 'busy', pulledBy: 'other 7', untilMs: this.nowMs + 1 });
    const rows = this.rows.slice(0, limit).map((each): WaitingRow => ({ id: `0-${each.seq}`, marker: each.marker, text: '', row: each }));
    return Promise.resolve({ outcome: 'rows', nowMs: this.nowMs, waiting: this.rows.length, rows });
  }

  drop(ids: readonly string[]): Promise<boolean> {
    this.rows = this.rows.filter(({ seq }) => !ids.includes(`0-${seq}`));
    return Promise.resolve(true);
  }
}

function pull(books: Books, openFile: OpenBookFile = open) {
  return pullBooks({ books, folder: new BookFolder({ open: openFile, folder }) });
}

async function fileLines(name: string): Promise<readonly string[]> {
  return (await readFile(join(folder, name), 'utf8')).split('\n').slice(0, -1);
}

async function rowsOnDisk(): Promise<readonly BookRow[]> {
  const names = (await readdir(folder)).filter((name) => /^\d.*\.jsonl$/.test(name)).toSorted();
  const lines = (await Promise.all(names.map(fileLines))).flat();
  return lines.filter((line) => readClosedDay(line) === null).map(readRow);
}

/** A disk that takes so many bytes and then no more, not even a shorter file. */
function fullAfter(bytes: number): OpenBookFile {
  let left = bytes;
  return async (path, flags) => {
    const file = await open(path, flags);
    const handle: BookHandle = {
      stat: () => file.stat(),
      sync: () => file.sync(),
      close: () => file.close(),
      read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
      truncate: (length) => file.truncate(length),
      write: async (buffer, offset, length, position) => {
        if (left === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        const taken = Math.min(left, length);
        left -= taken;
        return file.write(buffer, offset, taken, position);
      },
    };
    return handle;
  };
}

it('a disk that is full at any byte, again and again, loses no row and doubles none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 900 }), { maxLength: 4 }), fc.nat({ max: 9 }), async (faults, count) => {
      await rm(folder, { recursive: true });
      folder = await mkdtemp(join(tmpdir(), 'books-'));
      const server = new FakeServer();
      server.rows = Array.from({ length: count }, (_none, index) => row(index + 1, { atMs: NOON - (index < 3 ? DAY_MS : 0) }));
      const rows = server.rows;
      for (const bytes of faults) {
        const before = server.rows.length;
        const isWritten = await pull(server, fullAfter(bytes)).then(
          () => true,
          () => false,
        );
        expect(server.rows.length).toBe(isWritten ? 0 : before);
      }
      const { problems } = await pull(server);
      expect(problems).toEqual([]);
      expect(server.rows).toEqual([]);
      expect(await rowsOnDisk()).toEqual(rows);
    }),
    { numRuns: 60 },
  );
});

it('rows that a failover repeats are skipped; a number that it gave again is a conflict, and both rows count', async () => {
  const server = new FakeServer();
  const [first, second] = [row(1), row(2)];
  server.rows = [first, second];
  await pull(server);
  const other = row(2);
  server.rows = [first, other];
  expect(await pull(server)).toMatchObject({ written: 1, duplicates: 1, problems: [{ problem: 'conflict' }] });
  expect(await rowsOnDisk()).toEqual([first, second, other]);
});

it('a round that a failover lets conclude again is charged once', async () => {
  const server = new FakeServer();
  const first = row(1, { kind: 'final' });
  server.rows = [first];
  await pull(server);
  server.rows = [row(2, { round: first.round }), row(3, { round: first.round, kind: 'rolled-back' })];
  expect(await pull(server)).toMatchObject({ written: 1, problems: [{ problem: 'repeated', seq: '1' }] });
  expect((await rowsOnDisk()).map(({ kind }) => kind)).toEqual(['final', 'rolled-back']);
});

it('rows that are on no disk, that found no room, or that another set of records numbers anew are named in the file of problems', async () => {
  const server = new FakeServer();
  server.rows = [
    row(3),
    { marker: MARKER, seq: 4n, kind: 'gap', atMs: NOON, sinceMs: NOON - 1, count: 9n },
    row(1, { marker: 'cd'.repeat(8) }),
  ];
  const { problems } = await pull(server);
  expect(problems).toMatchObject([
    { problem: 'missing', from: '1', to: '2' },
    { problem: 'not_kept' },
    { problem: 'other_marker', before: MARKER, now: 'cd'.repeat(8) },
  ]);
  expect((await fileLines('problems.jsonl')).map((line): unknown => JSON.parse(line))).toEqual(problems);
});

it('a day is closed once, with the hash of the day before; a later row of it goes into the present day', async () => {
  const server = new FakeServer();
  server.rows = [row(1, { atMs: NOON - 2 * DAY_MS }), row(2, { atMs: NOON - DAY_MS }), row(3)];
  const { closed } = await pull(server);
  expect(closed.map(({ day, count }) => [day, count])).toEqual([
    ['2026-11-25', 1n],
    ['2026-11-26', 1n],
  ]);
  expect(closed.map(({ previousHash }) => previousHash)).toEqual([null, closed[0]?.hash]);
  const files = await Promise.all(['2026-11-25.jsonl', '2026-11-26.jsonl'].map(fileLines));
  for (const [index, [text = '', end = '']] of files.entries()) {
    const digest = new DayDigest();
    digest.take(text, readRow(text));
    expect(readClosedDay(end)).toEqual(digest.close(closed[index]?.day ?? '', closed[index]?.previousHash ?? null));
  }

  const late = row(4, { atMs: NOON - DAY_MS, kind: 'rolled-back' });
  server.rows = [late];
  expect(await pull(server)).toMatchObject({ closed: [], late: 1, problems: [] });
  expect(await Promise.all(['2026-11-25.jsonl', '2026-11-26.jsonl'].map(fileLines))).toEqual(files);
  expect((await fileLines('2026-11-27.jsonl')).map(readRow)[1]).toEqual({ ...late, late: true });
});

it('a damaged line keeps its own day open, and no other: it is named by file and line, and rows that come for its day are late', async () => {
  const server = new FakeServer();
  server.nowMs = NOON - 2 * DAY_MS;
  server.rows = [row(1, { atMs: server.nowMs })];
  await pull(server);
  const path = join(folder, '2026-11-25.jsonl');
  const good = await readFile(path, 'utf8');
  await writeFile(path, `${good}no row\n`);
  server.nowMs = NOON;
  server.rows = [row(2, { atMs: NOON - DAY_MS })];
  const { closed, problems } = await pull(server);
  expect(closed.map(({ day, previousHash }) => [day, previousHash])).toEqual([['2026-11-26', null]]);
  expect(problems).toMatchObject([
    {
      problem: 'damaged',
      file: '2026-11-25.jsonl',
      line: 2,
      reason: 'a row of the books is no JSON object; restore the file from its copy',
    },
  ]);
  await writeFile(path, good);
  server.rows = [row(3, { atMs: NOON - 2 * DAY_MS })];
  expect(await pull(server)).toMatchObject({ closed: [], late: 1, problems: [] });
  expect(await readFile(path, 'utf8')).toBe(good);
});

it('a day whose damaged line is repaired before a later day is closed, is closed with the next pull', async () => {
  const server = new FakeServer();
  server.rows = [row(1, { atMs: NOON })];
  await pull(server);
  const path = join(folder, '2026-11-27.jsonl');
  const good = await readFile(path, 'utf8');
  await writeFile(path, good.replace('"seq"', '"sequ"'));
  server.nowMs = NOON + DAY_MS;
  expect(await pull(server)).toMatchObject({ closed: [], problems: [{ problem: 'damaged', line: 1 }] });
  await writeFile(path, good);
  expect(await pull(server)).toMatchObject({ closed: [{ day: '2026-11-27', count: 1n }], problems: [] });
});

it('no row is removed from the server before its file and the folder are on the disk', async () => {
  const server = new FakeServer();
  server.rows = [row(1)];
  const synced: string[] = [];
  const watching: OpenBookFile = async (path, flags) => {
    const file = await open(path, flags);
    const syncNow = file.sync.bind(file);
    const sync = async (): Promise<void> => {
      await syncNow();
      synced.push(`${path.slice(folder.length)} ${server.rows.length}`);
    };
    return Object.assign(file, { sync });
  };
  await pull(server, watching);
  expect(synced).toContain('/2026-11-27.jsonl 1');
  expect(synced.lastIndexOf(' 1')).toBeGreaterThan(synced.indexOf('/2026-11-27.jsonl 1'));
  expect(server.rows).toEqual([]);
});

/** A disk on which a process sleeps before its step of this number, counted from 0; `sleep` is what happens meanwhile. */
function sleepingBefore(step: number, sleep: () => Promise<void>): OpenBookFile {
  let steps = 0;
  const take = async <Result>(result: () => Promise<Result>): Promise<Result> => {
    steps += 1;
    if (steps === step + 1) await sleep();
    return result();
  };
  return async (path, flags) => {
    const file = await take(() => open(path, flags));
    const handle: BookHandle = {
      stat: () => take(() => file.stat()),
      sync: () => take(() => file.sync()),
      close: () => take(() => file.close()),
      read: (buffer, offset, length, position) => take(() => file.read(buffer, offset, length, position)),
      truncate: (length) => take(() => file.truncate(length)),
      write: (buffer, offset, length, position) => take(() => file.write(buffer, offset, length, position)),
    };
    return handle;
  };
}

it('a process that sleeps before any step, until another one has taken the books over, doubles no row and closes no day twice', async () => {
  const reached: boolean[] = [];
  for (let step = 0; reached.at(-1) !== false; step += 1) {
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'books-'));
    const server = new FakeServer();
    const rows = [row(1, { atMs: NOON - DAY_MS }), row(2), row(3)];
    server.rows = rows.slice(0, 1);
    // A torn line is left behind.
    await pull(server, fullAfter(100)).catch(() => undefined);
    server.rows = rows.slice(0, 2);
    let hasSlept = (): boolean => false;
    const sleeper: Books = { pull: (input) => server.pull(input), drop: (ids) => (hasSlept() ? Promise.resolve(false) : server.drop(ids)) };
    const slept = await pull(
      sleeper,
      sleepingBefore(step, async () => {
        hasSlept = () => true;
        server.rows.push(...rows.slice(2));
        await pull(server);
      }),
    ).then(
      () => null,
      (error: unknown) => error,
    );
    reached.push(hasSlept());
    if (hasSlept()) expect(slept).toBeInstanceOf(BooksLentError);
    expect(await rowsOnDisk()).toEqual(hasSlept() ? rows : rows.slice(0, 2));
    expect((await fileLines('2026-11-26.jsonl')).map((line) => readClosedDay(line) !== null)).toEqual([false, true]);
  }
  expect(reached.length).toBeGreaterThan(20);
});

it('a second process is told who has the books, and writes nothing', async () => {
  const server = new FakeServer();
  server.rows = [row(1)];
  server.isLent = true;
  await expect(pull(server)).rejects.toThrow(BooksLentError);
  await expect(pull(server)).rejects.toThrow(/^other 7 pulls the books until /);
  expect(await readdir(folder)).toEqual([]);
});

it('a pull of more rows than a batch takes them all', async () => {
  const server = new FakeServer();
  server.rows = Array.from({ length: 2_500 }, (_none, index) => row(index + 1));
  expect(await pull(server)).toMatchObject({ written: 2_500, duplicates: 0, waiting: 0, problems: [] });
  expect((await rowsOnDisk()).length).toBe(2_500);
});

import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findOrFetchRedis, launchRedisCluster, launchRedisServer, redisCommand, type RedisServer } from '@oracle-gateway/dev-servers';
import { rowJson } from '@oracle-gateway/outbox';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { atMoment, type CommandProcess, PulledBooks } from './pulled-books.js';

const DAY_MS = 86_400_000;
/** More than one batch of a pull. */
const MANY_ROWS = 1_100;
const FEW_ROWS = 40;
/** The least that a row takes. */
const ROW_BYTES = 250;
/** Strikes of each kind of fault. */
const STRIKES = Number(process.env['BOOK_STRIKES'] ?? '2');

let redis: Awaited<ReturnType<typeof findOrFetchRedis>>;
beforeAll(async () => {
  redis = await findOrFetchRedis();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'books-faults-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
  const server = await launchRedisServer({ ...redis, dataDir: await newFolder(), settings });
  onTestFinished(() => server.stop());
  return server;
}

function placeOf({ url }: RedisServer): Parameters<typeof PulledBooks.open>[0] {
  return { location: url, toml: `db_path = "${url}"\n` };
}

async function openBooks(): Promise<PulledBooks> {
  return PulledBooks.open(placeOf(await startServer()));
}

/** A moment that comes in each pull, drawn anew each time. */
async function drawMoment(books: PulledBooks): Promise<() => boolean | Promise<boolean>> {
  const [sizeBefore, waitingBefore, rows] = [books.size(), await books.waiting(), randomInt(1, MANY_ROWS)];
  const moments = [
    () => books.isLent(),
    () => books.size() > sizeBefore,
    () => books.size() > sizeBefore + rows * ROW_BYTES,
    async () => (await books.waiting()) < waitingBefore,
  ];
  return moments[randomInt(moments.length)] ?? (() => books.isLent());
}

async function killAt(pull: CommandProcess, moment: () => boolean | Promise<boolean>): Promise<void> {
  await atMoment(pull, moment);
  pull.process.kill('SIGKILL');
  await pull.ended;
}

/** Pulls to the end, and expects every conclusion once, no problem, and books that hold together. */
async function expectWhole(books: PulledBooks): Promise<void> {
  await books.endLease();
  const { code, output } = await books.pulled();
  expect(output).not.toMatch(/missing|conflict|repeated|damaged|unreadable|other marker/);
  expect(code).toBe(0);
  expect(await books.waiting()).toBe(0);
  expect((await books.rounds()).toSorted()).toEqual(books.concluded.toSorted());
  const statement = await books.statement();
  expect(statement.output).toMatch(/closed days whose hashes hold/);
  expect(statement.code).toBe(0);
}

it('a pull that is killed at any moment, again and again, leaves each row on the disk once', async () => {
  const books = await openBooks();
  await books.conclude(MANY_ROWS);
  for (let kill = 0; kill < 2 * STRIKES; kill += 1) {
    await killAt(await books.pull(), await drawMoment(books));
    await books.endLease();
    await books.conclude(FEW_ROWS);
  }
  await expectWhole(books);
});

it('a disk that is full in the middle of a line ends the command with what to do, and the next pull goes on', async () => {
  const books = await openBooks();
  await books.conclude(MANY_ROWS);
  for (let strike = 0; strike < STRIKES; strike += 1) {
    const mostBytes = books.size() + Math.round(ROW_BYTES * (0.5 + randomInt(Math.floor(MANY_ROWS / STRIKES))));
    const { code, output } = await (await books.pull({ mostBytes })).ended;
    expect(output).toMatch(/E(FBIG|NOSPC): the folder cannot be written; no row is lost: make room and run the command again/);
    expect(code).toBe(1);
    await books.endLease();
  }
  await expectWhole(books);
});

it('two pulls at once: one has the books, or has them after the other, and a pull that slept too long writes nothing more', async () => {
  const books = await openBooks();
  await books.conclude(MANY_ROWS);
  const both = await Promise.all([books.pull(), books.pull()]);
  const codes = [];
  for (const { ended } of both) {
    const { code, output } = await ended;
    codes.push(code);
    if (code !== 0) expect(output).toMatch(/books pull: \S+ \d+ pulls the books until/);
  }
  expect(codes).toContain(0);

  for (let turn = 0; turn < STRIKES; turn += 1) {
    await books.conclude(MANY_ROWS / 2);
    const sleeper = await books.pull();
    await atMoment(sleeper, await drawMoment(books));
    sleeper.process.kill('SIGSTOP');
    await books.endLease();
    await books.conclude(FEW_ROWS);
    expect(await books.pulled()).toMatchObject({ code: 0 });
    sleeper.process.kill('SIGCONT');
    await sleeper.ended;
  }
  await expectWhole(books);
});

it('a day is closed once, by pulls that are killed while they close it and by two at once', async () => {
  const books = await openBooks();
  await books.conclude(FEW_ROWS);
  await books.pulled();
  // A day passes.
  const [day] = [...(await books.lines())];
  if (day === undefined) throw new Error('nothing was pulled');
  const [today, lines] = day;
  const ofYesterday = (await books.rows()).map((row) => rowJson({ ...row, atMs: row.atMs - DAY_MS }));
  const yesterday = new Date(Date.parse(today.slice(0, 10)) - DAY_MS).toISOString().slice(0, 10);
  await rm(join(books.folder, today));
  await writeFile(join(books.folder, `${yesterday}.jsonl`), ofYesterday.map((line) => `${line}\n`).join(''));
  expect(lines.length).toBe(FEW_ROWS);

  for (let kill = 0; kill < STRIKES; kill += 1) {
    const size = books.size();
    await killAt(await books.pull(), kill % 2 === 0 ? () => books.isLent() : () => books.size() > size);
    await books.endLease();
  }
  await Promise.all((await Promise.all([books.pull(), books.pull()])).map(({ ended }) => ended));
  await books.conclude(FEW_ROWS);
  await expectWhole(books);
  const closed = (await books.lines()).get(`${yesterday}.jsonl`)?.map((line) => line.startsWith('{"closed"'));
  expect(closed).toEqual([...ofYesterday.map(() => false), true]);
});

it('a failover that repeats rows, forgets some and gives their numbers again doubles none; what is in no file is named', async () => {
  const primary = await startServer();
  const replica = await startServer({ replicaof: `127.0.0.1 ${primary.port}`, 'repl-diskless-sync-delay': '0' });
  const books = await PulledBooks.open(placeOf(primary));
  const repeated = await books.conclude(200);
  const stream = `${books.key}:books`;
  await expect.poll(() => redisCommand(replica.port, `XLEN ${stream}`)).toBe(repeated.length);
  // Cut off, it knows neither the next rows nor that rows were pulled.
  await redisCommand(replica.port, 'REPLICAOF NO ONE');
  await books.conclude(100);
  expect(await books.pulled()).toMatchObject({ code: 0 });
  await primary.stop();

  books.turnTo(placeOf(replica));
  await books.conclude(120);
  const { code, output } = await books.pulled();
  expect(code).toBe(0);
  expect(output).toContain('120 rows are new on the disk, 0 of them for a day that was closed; 200 were there; 0 wait\n');
  expect(output.match(/^conflict: /gm)?.length).toBe(20);
  expect(output).toContain('80 more problems are in problems.jsonl');
  expect((await books.rounds()).toSorted()).toEqual(books.concluded.toSorted());

  const elsewhere = join(await newFolder(), 'other');
  await mkdir(elsewhere);
  const gone = await books.conclude(30);
  await (
    await books.pull({ folder: elsewhere })
  ).ended;
  await books.conclude(40);
  expect((await books.pulled()).output).toMatch(/^missing: the rows 321 to 350 of \S+ are in no file/m);
  expect((await books.rounds()).toSorted()).toEqual(books.concluded.filter((round) => !gone.includes(round)).toSorted());
  const statement = await books.statement();
  expect(statement.code).toBe(1);
  expect(statement.output).toMatch(/321.*350/);
});

it('pulls from a Cluster whose slot moves from primary to primary leave each row on the disk once', async () => {
  const cluster = await launchRedisCluster({ ...redis, dataDir: await newFolder(), primaries: 3, replicasPerPrimary: 0 });
  onTestFinished(() => cluster.stop());
  const nodes = cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port }));
  const named = nodes.map(({ port }) => `"127.0.0.1:${port}"`).join(', ');
  const books = await PulledBooks.open({ location: { kind: 'cluster', nodes, tls: null }, toml: `[redis.cluster]\nnodes = [${named}]\n` });
  await books.conclude(MANY_ROWS);
  const visited = new Set<number>();
  for (let move = 0; move < STRIKES; move += 1) {
    let pull: CommandProcess | undefined;
    // One pull begins while some keys of the slot are with each primary.
    const target = await cluster.otherPrimary(books.key);
    await cluster.moveSlotOf(books.key, target, async () => {
      pull ??= await books.pull();
    });
    visited.add(target.port);
    if (pull !== undefined && move % 2 === 0) await killAt(pull, await drawMoment(books));
    await pull?.ended;
    await books.endLease();
    await books.conclude(FEW_ROWS);
  }
  expect(visited.size).toBeGreaterThan(1);
  await expectWhole(books);
});

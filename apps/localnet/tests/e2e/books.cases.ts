import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connectRedis, createOutbox } from '@oracle-gateway/outbox';
import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { steadyPrice } from '../../src/demo/asked-price.js';
import { ordinaryWorld } from './ordinary-world.js';
import { TestAgent } from './test-agent.js';
import { TestPayer } from './test-payer.js';
import { serve, type TestWorld } from './test-world.js';

/** More slots than the ledger takes to make a block final. */
const FINAL_SLOTS = 40;
const DAY_MS = 86_400_000;
const QUORUM = 2;
const CONCLUDED = { interval: 100 };

/** A round that was answered, and the row that the books have to have of it. */
interface Answered {
  readonly roundId: string;
  readonly row: Pick<Row, 'kind' | 'units' | 'amount'>;
}

let test: TestWorld;
let payer: TestPayer;
let answered: readonly Answered[];
// The worker looks for finality fifteen seconds after a settlement: other tests run meanwhile.
beforeAll(async () => {
  test = ordinaryWorld();
  payer = await TestPayer.create(test);
  answered = await Promise.all([serveOne(), serveList(), serveAgent(), servePaid()]);
});

/** Other tests count the rounds of the other subscription. */
function ownerKey(): Uint8Array {
  return Uint8Array.from(test.world.manifest.keys.otherOwner);
}

async function serveOne(): Promise<Answered> {
  const { roundId } = await serve(test, { quorum: QUORUM, ownerKey: ownerKey() });
  return { roundId, row: { kind: 'final', units: '1', amount: '0' } };
}

async function serveList(): Promise<Answered> {
  const source = steadyPrice(test.world.manifest.sources.price);
  const apiConfigs = [source, { ...source, url: `${source.url}?second` }];
  const { roundId } = await serve(test, { quorum: QUORUM, ownerKey: ownerKey(), apiConfigs });
  return { roundId, row: { kind: 'final', units: '2', amount: '0' } };
}

async function serveAgent(): Promise<Answered> {
  const agent = new TestAgent(test, 'agentPayer');
  const price = agent.priceOf(QUORUM);
  await agent.payIn(price);
  const request = agent.prepare({ quorum: QUORUM });
  expect((await agent.execute(request)).status).toBe(200);
  return { roundId: formatAddress(agent.roundAccount(request)), row: { kind: 'final', units: '1', amount: price.toString() } };
}

async function servePaid(): Promise<Answered> {
  const { status, headers } = await payer.pay(payer.prepare({ quorum: QUORUM }));
  expect(status).toBe(200);
  return { roundId: headers.get('x-round-id') ?? '', row: { kind: 'paid', units: '1', amount: payer.priceOf(QUORUM).toString() } };
}

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** `settlement-worker operate …`, as an operator types it. */
async function operate(...words: readonly string[]): Promise<Outcome> {
  const main = join(projectRoot(), 'apps/settlement-worker/dist/standalone/main.js');
  const config = join(test.world.stateFolder.path, 'config', 'worker-0.toml');
  return new Promise((resolve) =>
    execFile(process.execPath, [main, 'operate', ...words, '--config', config], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, output: `${stdout}${stderr}` }),
    ),
  );
}

/** Resolves once no round is on its way, as far as the books are concerned. */
async function untilConcluded(): Promise<void> {
  const { redisUrl, gatewayPda } = test.world.manifest;
  const redis = connectRedis(redisUrl);
  onTestFinished(() => redis.disconnect());
  const outbox = createOutbox({ redis, gateway: parseAddress(gatewayPda), identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const onTheirWay = async () => {
    const { reserved, pending, unfinal, paying } = await outbox.statistics();
    return { served: reserved + pending + paying, unfinal };
  };
  await expect.poll(async () => (await onTheirWay()).served, CONCLUDED).toBe(0);
  // Once: a ledger that leaps again and again is not believed.
  test.world.ledger.advanceSlots(FINAL_SLOTS);
  await expect.poll(onTheirWay, CONCLUDED).toEqual({ served: 0, unfinal: 0 });
}

it('books and ledger are equal to the unit after rounds of every path, booked once each, and a changed row is named', async () => {
  await untilConcluded();
  const books = await mkdtemp(join(tmpdir(), 'books-'));
  onTestFinished(() => rm(books, { recursive: true }));
  expect(await operate('books', 'pull', '--to', books)).toMatchObject({ code: 0 });
  const rows = await rowsOf(books);
  for (const { roundId, row } of answered) expect(rows.filter(({ round }) => round === roundId)).toMatchObject([row]);

  const days = ['--from', dayOf(Date.now() - DAY_MS), '--to', dayOf(Date.now())];
  const statement = await operate('statement', '--books', books, ...days, '--nodes');
  expect(statement).toMatchObject({ code: 0, output: expect.stringContaining(formatAddress(payer.address)) as string });
  const equal = await operate('reconcile', '--books', books, ...days, '--alone');
  expect(equal.output).toContain('books and ledger are equal');
  expect(equal.code).toBe(0);

  for (const { roundId, row } of answered) {
    const named = await operate('reconcile', '--books', await changedBooks(books, roundId), ...days, '--alone');
    expect(named.output.match(/^another amount: .*$/gm)).toEqual([
      expect.stringContaining(`of round ${roundId} has ${BigInt(row.amount) + 1n} atomic units, the ledger ${row.amount}`),
    ]);
    expect(named.code).toBe(1);
  }
});

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

interface Row {
  readonly round: string;
  readonly kind: string;
  readonly units: string;
  readonly amount: string;
}

async function linesOf(folder: string): Promise<readonly (readonly [file: string, line: string])[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name));
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const));
  return texts.flatMap(([file, text]) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => [file, line] as const),
  );
}

async function rowsOf(folder: string): Promise<readonly Row[]> {
  return (await linesOf(folder)).map(([, line]) => JSON.parse(line) as Row);
}

/** A copy of the books in which the row of a round has one unit of money more. */
async function changedBooks(folder: string, roundId: string): Promise<string> {
  const copy = join(folder, roundId);
  await mkdir(copy);
  const files = new Map<string, string>();
  for (const [file, line] of await linesOf(folder)) {
    const row = JSON.parse(line) as Row;
    const changed = row.round === roundId ? JSON.stringify({ ...row, amount: (BigInt(row.amount) + 1n).toString() }) : line;
    files.set(file, `${files.get(file) ?? ''}${changed}\n`);
  }
  for (const [file, text] of files) await writeFile(join(copy, file), text);
  return copy;
}

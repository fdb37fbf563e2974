#!/usr/bin/env node
// Serves rounds of every path while each process is killed or stopped, and facilitator and RPC server fail and lie, one after the other. It ends the
// load, waits until every round has come to its end, and pulls the books. Each round that was answered has to be booked exactly once, and books and
// ledger have to be equal to the unit. Last, it plants faults in copies of the books, and shows that each is named.
// usage: node deploy/drills/campaign.mjs [--seconds 240] [--seed 1]
import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { priceConfig } from '../../bench/world/caller.mjs';
import { createPayer } from '../../bench/world/payer.mjs';
import { connectRedis, createOutbox } from '../../packages/outbox/dist/index.js';
import { spawnTied } from '../../packages/dev-servers/dist/index.js';
import { parseAddress } from '../../packages/protocol/dist/index.js';
import { isEachBookedOnce, startRememberedLoad } from './answered-rounds.mjs';
import { startDrilledWorld } from './drilled-world.mjs';
import { startFaultProxy } from './fault-proxy.mjs';
import { strikesOf } from './strikes.mjs';

const { values: flags } = parseArgs({
  options: { seconds: { type: 'string', default: '240' }, seed: { type: 'string', default: '1' } },
});
const SECONDS = Number(flags.seconds);
const WORKER = join(import.meta.dirname, '..', '..', 'apps', 'settlement-worker', 'dist', 'standalone', 'main.js');
const LASTS_MS = [500, 6_000];
const BETWEEN_MS = [500, 3_000];
const PULL_EVERY_MS = 10_000;
const PULLED_WITHIN_MS = 120_000;
const DRAIN_MS = 300_000;
const COMMAND_MS = 120_000;
const ASK_EVERY_MS = 1_000;

/** Beginnings of the lines that name a difference. */
const NAMES = [
  ...['row without transaction', 'another transaction', 'another amount', 'other units', 'another party', 'doubled row'],
  ...['transaction without row', 'payment without row', 'missing rows', 'number used twice', 'gap', 'broken day', 'unreadable line'],
];

const random = seeded(Number(flags.seed));
const [facilitator, rpcServer] = [await startFaultProxy(), await startFaultProxy()];
const drilled = await startDrilledWorld({ ledgerProxy: rpcServer, facilitatorProxy: facilitator });
try {
  process.exitCode = (await campaign()) ? 0 : 1;
} finally {
  await drilled.close();
  await Promise.all([facilitator, rpcServer].map((proxy) => proxy.close()));
}

async function campaign() {
  const { manifest } = drilled.world;
  const books = join(drilled.state, 'books');
  await mkdir(books);
  const fromDay = today();
  const load = await startRememberedLoad({ manifest });
  const struck = await strikeUntil(Date.now() + SECONDS * 1_000, books);
  const { answered, asked } = await load.stop();
  console.log(`struck ${struck.length} times:\n${struck.map((name) => `  ${name}`).join('\n')}`);
  console.log(`asked for: ${JSON.stringify(asked)}`);
  // It would go on to buy rounds.
  await drilled.kill('keeper');
  await drain(manifest);
  await pull(books);
  const range = ['--from', fromDay, '--to', today()];
  await print('statement', ['--books', books, ...range, '--nodes']);
  const equal = await print('reconcile', ['--books', books, ...range, '--alone']);
  const isBooked = await isEachBookedOnce(books, answered);
  const named = await namesEachFault(books, range, manifest);
  return equal.code === 0 && isBooked && named;
}

/** A strike at a time for a while, each kind once before one comes again. The books are pulled meanwhile, and the pull may be cut off as well. */
async function strikeUntil(endMs, books) {
  const strikes = strikesOf({ drilled, facilitator, rpcServer });
  const struck = [];
  let pulledMs = 0;
  let order = [];
  while (Date.now() < endMs) {
    if (Date.now() - pulledMs > PULL_EVERY_MS) {
      pulledMs = Date.now();
      await killedPull(books);
    }
    if (order.length === 0) order = shuffled(strikes);
    const { name, begin, end } = order.pop();
    struck.push(name);
    await begin();
    await wait(between(LASTS_MS));
    await end();
    await wait(between(BETWEEN_MS));
  }
  return struck;
}

/** Waits until no round is on its way. Throws after five minutes, and where a round is parked. */
async function drain({ redisUrl, gatewayPda }) {
  const redis = connectRedis(redisUrl);
  try {
    const outbox = createOutbox({ redis, gateway: parseAddress(gatewayPda), identityTtlSeconds: 60, resultTtlSeconds: 60 });
    const deadlineMs = Date.now() + DRAIN_MS;
    for (;;) {
      const { reserved, pending, parked, unfinal, paying, totals } = await outbox.statistics();
      if (reserved + pending + unfinal + paying === 0) {
        console.log(`drained: ${JSON.stringify(totals)}`);
        return;
      }
      if (Date.now() > deadlineMs) throw new Error(`not drained: ${JSON.stringify({ reserved, pending, parked, unfinal, paying })}`);
      await wait(ASK_EVERY_MS);
    }
  } finally {
    redis.disconnect();
  }
}

/** A fault of each kind that an operator's folder may have, and the difference that has to name it. */
function plants({ firstOf, edit }) {
  const drop = (row) => edit((lines) => lines.filter((line) => line !== row));
  const change = (row, by) => edit((lines) => lines.map((line) => (line === row ? JSON.stringify({ ...JSON.parse(row), ...by }) : line)));
  const [settled, paid] = [firstOf('final'), firstOf('paid')];
  const other = JSON.parse(paid).owner;
  return [
    ['a settled round without its row', () => drop(settled), ['transaction without row', 'missing rows']],
    ['a payment without its row', () => drop(paid), ['payment without row', 'missing rows']],
    ['a row that stands twice', () => edit((lines) => [...lines, settled]), ['doubled row', 'number used twice']],
    ['another amount', () => change(paid, { amount: String(BigInt(JSON.parse(paid).amount) + 1n) }), ['another amount']],
    ['other units', () => change(settled, { units: '31' }), ['other units']],
    ['another party', () => change(settled, { owner: other }), ['another party']],
    ['another transaction', () => change(settled, { signature: JSON.parse(paid).signature }), ['another transaction']],
    ['a row without a transaction', () => change(settled, { round: other }), ['row without transaction', 'transaction without row']],
    ['conclusions that were not kept', () => edit((lines) => [...lines, gapOf(lines)]), ['gap']],
    [
      'a damaged line',
      () => edit((lines) => lines.map((line) => (line === settled ? line.slice(1) : line))),
      ['unreadable line', 'transaction without row', 'missing rows'],
    ],
  ];
}

function gapOf(lines) {
  const rows = lines.map((line) => JSON.parse(line)).filter(({ seq }) => seq !== undefined);
  const { marker, atMs } = rows[0];
  const seq = rows.reduce((highest, row) => (BigInt(row.seq) > highest ? BigInt(row.seq) : highest), 0n) + 1n;
  return JSON.stringify({ marker, seq: seq.toString(), kind: 'gap', atMs, sinceMs: atMs, count: '3' });
}

/** Whether each planted fault is named, and no other difference is. */
async function namesEachFault(books, range, manifest) {
  const [file] = (await readdir(books)).filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name)).sort();
  const copy = `${books}-planted`;
  const lines = (await readFile(join(books, file), 'utf8')).trimEnd().split('\n');
  // The first number of a file tells nothing of the numbers before it.
  const firstOf = (kind) => lines.slice(1).find((line) => JSON.parse(line).kind === kind);
  const edit = (change) =>
    writeFile(
      join(copy, file),
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
  let isAll = true;
  const judge = async (fault, expected) => {
    const { code, output } = await operate('reconcile', ['--books', copy, ...range, '--alone']);
    const found = new Set(output.split('\n').flatMap((line) => NAMES.find((name) => line.startsWith(`${name}: `)) ?? []));
    // A day that was closed is broken by every edit.
    found.delete('broken day');
    const isNamed = code === 1 && found.size === expected.length && expected.every((name) => found.has(name));
    console.log(`planted: ${fault}: ${isNamed ? 'named' : 'NOT NAMED'}, ${[...found].join(', ')}`);
    isAll &&= isNamed;
  };
  for (const [fault, plant, expected] of plants({ firstOf, edit })) {
    await cp(books, copy, { recursive: true });
    await plant();
    await judge(fault, expected);
    await rm(copy, { recursive: true });
  }
  await cp(books, copy, { recursive: true });
  await payFromAside(manifest);
  await judge('a payment from aside', ['payment without row']);
  return isAll;
}

/** A payment to the treasury by the facilitator alone, for no round. */
async function payFromAside(manifest) {
  const payer = await createPayer({ manifest, keyName: 'x402Payer' });
  await payer.settleBare(await payer.prepare(priceConfig(manifest)));
}

/** A pull that was killed has the books for a minute: the next one waits for that. */
async function pull(books) {
  const deadlineMs = Date.now() + PULLED_WITHIN_MS;
  for (;;) {
    const { code, output } = await operate('books', ['pull', '--to', books]);
    if (code === 0) {
      console.log(output.trimEnd());
      return;
    }
    if (Date.now() > deadlineMs) throw new Error(`the books were not pulled: ${output}`);
    await wait(ASK_EVERY_MS);
  }
}

/** A pull that is killed after a drawn time: the next one goes on. */
async function killedPull(books) {
  await operate('books', ['pull', '--to', books], between([100, 2_000]));
}

/** Types a command and prints it with its output. */
async function print(command, words) {
  const outcome = await operate(command, words);
  console.log(`\n$ settlement-worker operate ${command} ${words.join(' ').replaceAll(drilled.state, '.')}\n${outcome.output.trimEnd()}\n`);
  return outcome;
}

async function operate(command, words, killAfterMs = COMMAND_MS) {
  const config = join(drilled.state, 'config', 'worker-0.toml');
  const path = join(drilled.state, 'output.txt');
  const file = createWriteStream(path);
  const child = spawnTied(process.execPath, [WORKER, 'operate', command, ...words, '--config', config], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  await finished(file.end());
  return { code, output: await readFile(path, 'utf8') };
}

function today() {
  return new Date().toISOString().slice(0, 10);
}

function between([least, most]) {
  return least + random() * (most - least);
}

function shuffled(list) {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Numbers from 0 to 1 that follow from the seed (xorshift). */
function seeded(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

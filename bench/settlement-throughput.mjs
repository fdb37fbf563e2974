#!/usr/bin/env node
// Measures how fast workers settle a backlog, and the cost of a settled round, beside sending one transaction a round with web3.js alone.
// It runs against a world of its own, on a ledger that shares the machine with everything else.
// usage: node bench/settlement-throughput.mjs [--rounds 2000] [--warm 400] [--bare 500] [--workers 1,2,4] [--json file]
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sendSingly } from './settlement/bare-sends.mjs';
import { endWorkersOf, startWorker } from './settlement/own-worker.mjs';
import { roundsLeft, settledRounds } from './settlement/settled.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller } from './world/caller.mjs';
import { fixed, machine, row } from './world/measurements.mjs';
import { serveRounds } from './world/serve-rounds.mjs';

const AT_ONCE = 8;
const POLL_MS = 25;
const TIMEOUT_MS = 600_000;
/** The default settle window, the program's minute and the worker's margins. */
const PAST_WINDOW_SECONDS = 21_600 + 1_000;
/** Rent of a receipt's 80 bytes. */
const RECEIPT_LAMPORTS = 1_447_680;
/** Settled rounds are looked up at `finalized` after fifteen seconds, every five. */
const UNTIL_FINAL_MS = 25_000;
/** A run a minute, and time for what it sends. */
const RECLAIM_MS = 75_000;

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2000' },
    bare: { type: 'string', default: '500' },
    // Settled before the clock runs; 0: the program knows no set of signers yet.
    warm: { type: 'string', default: '400' },
    workers: { type: 'string', default: '1,2,4' },
    json: { type: 'string' },
  },
});
const rounds = Number(flags.rounds);
const warm = Number(flags.warm);

const world = await startBuiltWorld();
const results = [];
let costs;
let bare;
try {
  const manifest = await world.readManifest();
  const caller = createCaller({ manifest, keyName: 'otherOwner' });
  await endWorkersOf(manifest);
  // The rounds of the world's own demo: their receipts are closed with the others.
  const demoRounds = await settledRounds(manifest);
  const begun = await usage(manifest);
  try {
    const roundIds = await serveRounds({ caller, manifest }, { count: Number(flags.bare), atOnce: AT_ONCE });
    bare = (roundIds.length * 1_000) / (await sendSingly({ manifest, workerConfigPath: world.workerConfigPath, roundIds }));
    console.error(`bare: ${fixed(bare)} transactions a second`);
    if (warm > 0) console.error(JSON.stringify({ warm, ...(await settleBacklog({ caller, manifest }, { count: 1, rounds: warm })) }));
    const warmed = await usage(manifest);
    for (const count of flags.workers.split(',').map(Number)) {
      results.push({ count, ...(await settleBacklog({ caller, manifest }, { count, rounds })) });
      console.error(JSON.stringify(results.at(-1)));
    }
    const settled = await usage(manifest);
    const measured = rounds * results.length;
    const all = roundIds.length + warm + measured;
    // Rounds that went ahead of the measured ones are closed with them, but were not settled like them: each part has its own count.
    const settling = difference(warmed, settled);
    const closing = await reclaim(manifest, demoRounds + all);
    const settlingPerRound = settling.lamportsSpent / measured;
    costs = {
      transactionsPerRound: settling.transactions / measured,
      settlingPerRound,
      ...closing,
      netPerRound: settlingPerRound + closing.closingPerRound + RECEIPT_LAMPORTS * (1 - closing.returnedShare),
      // These stay until their registry version is over, however many rounds use them.
      signerSetLamports: difference(begun, settled).rentLocked - all * RECEIPT_LAMPORTS,
    };
  } finally {
    await caller.close();
  }
} finally {
  await world.close();
}

console.log(`${machine()}; ${rounds} rounds waiting each time after ${warm} settled before, one subscription, quorum 3 of 5\n`);
console.log(
  row(['', 'rounds a second', 'transactions a second', 'rounds a transaction', 'fees a round', 'of bare × rounds a transaction', 'goal']),
);
console.log(row(Array(7).fill('---')));
console.log(row(['web3.js, one transaction a round, not checked again', fixed(bare), fixed(bare), '1', '5000', '', '']));
for (const { count, perSecond, transactionsPerSecond, perTransaction, feesPerRound } of results) {
  const ratio = perSecond / (bare * perTransaction);
  const name = `${count} worker${count === 1 ? '' : 's'}`;
  console.log(
    row([
      name,
      fixed(perSecond),
      fixed(transactionsPerSecond),
      fixed(perTransaction, 2),
      fixed(feesPerRound),
      fixed(ratio, 2),
      ratio >= 0.9 ? '≥ 0.9: met' : '≥ 0.9: not met',
    ]),
  );
}
const { transactionsPerRound, settlingPerRound, closingPerRound, netPerRound, returnedShare, signerSetLamports } = costs;
console.log(
  `\ntransactions a settled round ${fixed(transactionsPerRound, 3)}; rent locked for the default window ${RECEIPT_LAMPORTS} lamports a round, ${fixed(100 * returnedShare, 1)} % of it came back`,
);
console.log(
  `lamports a settled round: ${fixed(settlingPerRound)} to settle it and ${fixed(closingPerRound)} to close its receipt; net of returned rent ${fixed(netPerRound)} (goal ≤ 1,500: ${netPerRound <= 1_500 ? 'met' : 'not met'})`,
);
console.log(`signer sets hold ${fixed(signerSetLamports)} lamports until their registry version is over`);
if (flags.json !== undefined)
  await writeFile(flags.json, `${JSON.stringify({ machine: machine(), rounds, warm, bare, results, costs }, null, 2)}\n`);

async function settleBacklog({ caller, manifest }, { count, rounds }) {
  await serveRounds({ caller, manifest }, { count: rounds, atOnce: AT_ONCE });
  const leftBefore = await roundsLeft(manifest, caller.owner);
  const before = await usage(manifest);
  const launchedMs = performance.now();
  /** The clock runs from the first settled rounds on: how long a process takes to start says nothing of how fast it settles. */
  let first = null;
  const workers = await Promise.all(Array.from({ length: count }, (_, index) => startOne(manifest, index)));
  try {
    const settledSoFar = async () => Number(leftBefore - (await roundsLeft(manifest, caller.owner)));
    for (let settled = await settledSoFar(); settled < rounds; settled = await settledSoFar()) {
      if (first === null && settled > 0) first = { atMs: performance.now(), settled };
      if (performance.now() - launchedMs > TIMEOUT_MS) throw new Error('the backlog is not settled');
      await wait(POLL_MS);
    }
    if (first === null) throw new Error('the backlog was settled before anything was measured');
    const seconds = (performance.now() - first.atMs) / 1_000;
    const measured = rounds - first.settled;
    const after = await usage(manifest);
    const transactions = after.transactions - before.transactions;
    const feesPerRound = Number(after.lamportsSpent - before.lamportsSpent) / rounds;
    // Settled rounds become final, and their receipts are remembered.
    await wait(UNTIL_FINAL_MS);
    const perTransaction = rounds / transactions;
    const perSecond = measured / seconds;
    return { perSecond, transactionsPerSecond: perSecond / perTransaction, perTransaction, feesPerRound, measured };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** Moves the ledger past the window and lets a worker close so many receipts. */
async function reclaim(manifest, receipts) {
  const before = await usage(manifest);
  await control(manifest, '/clock', { advanceSeconds: PAST_WINDOW_SECONDS });
  const worker = await startOne(manifest, 0);
  try {
    let returned = -1n;
    for (let now = await usage(manifest); now.rentReturned > returned; now = await usage(manifest)) {
      returned = now.rentReturned;
      await wait(RECLAIM_MS);
    }
  } finally {
    await worker.stop();
  }
  const closing = difference(before, await usage(manifest));
  return { closingPerRound: closing.lamportsSpent / receipts, returnedShare: closing.rentReturned / (receipts * RECEIPT_LAMPORTS) };
}

function difference(before, after) {
  return Object.fromEntries(Object.keys(after).map((name) => [name, Number(after[name]) - Number(before[name])]));
}

async function usage(manifest) {
  const { transactions, lamportsSpent, rentLocked, rentReturned } = await (await fetch(`${manifest.controlUrl}/ledger/usage`)).json();
  return { transactions, lamportsSpent: BigInt(lamportsSpent), rentLocked: BigInt(rentLocked), rentReturned: BigInt(rentReturned) };
}

async function control(manifest, path, body) {
  const response = await fetch(`${manifest.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** Each worker with metrics of its own: two cannot listen on one port. */
async function startOne(manifest, index) {
  const port = await freePort();
  const configPath = world.workerConfigPath.replace('worker-0.toml', `bench-worker-${index}.toml`);
  const text = await readFile(world.workerConfigPath, 'utf8');
  await writeFile(configPath, text.replace(/(\[metrics\][^[]*?port = )\d+/, `$1${port}`), { mode: 0o600 });
  const metricsUrls = { worker: `http://127.0.0.1:${port}/metrics` };
  return startWorker({ configPath, manifest: { ...manifest, metricsUrls }, rpcUrl: manifest.rpcUrl });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

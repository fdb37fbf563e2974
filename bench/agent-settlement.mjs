#!/usr/bin/env node
// Measures the cost of settling rounds of agents: rounds a transaction, compute units and lamports a round, net of the rent that comes
// back. It runs against a world of its own, with two agents whose rounds come in turns: those of one alone share more accounts, and more of them
// fit.
// usage: node bench/agent-settlement.mjs [--rounds 200] [--json file]
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endWorkersOf, startWorker } from './settlement/own-worker.mjs';
import { createAgent } from './world/agent.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { priceConfig } from './world/caller.mjs';
import { fixed, machine, row } from './world/measurements.mjs';

const AT_ONCE = 8;
const POLL_MS = 250;
const TIMEOUT_MS = 600_000;
/** The default settle window, the program's minute, the worker's margins, and its patience with what fills no transaction. */
const PAST_WINDOW_SECONDS = 21_600 + 1_000;
/** Rent of the 80 bytes of an agent round, and of the 112 of an escrow. */
const ROUND_LAMPORTS = 1_447_680;
const ESCROW_LAMPORTS = 1_670_400;
/** Settled rounds are looked up at `finalized` after fifteen seconds, every five. */
const UNTIL_FINAL_MS = 25_000;
/** A run a minute, and time for what it sends. */
const RECLAIM_MS = 75_000;
const MOST_LAMPORTS = 4_000;
const LEAST_PER_TRANSACTION = 2;

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, json: { type: 'string' } } });
const rounds = Number(flags.rounds);

const world = await startBuiltWorld();
let result;
try {
  const manifest = await world.readManifest();
  const agents = ['agentPayer', 'x402Payer'].map((keyName) => createAgent({ manifest, keyName }));
  await endWorkersOf(manifest);
  try {
    await Promise.all(agents.map((agent) => agent.payFor(rounds)));
    const roundIds = await serve(manifest, agents);
    result = await settleAndReclaim(manifest, agents, roundIds);
  } finally {
    await Promise.all(agents.map((agent) => agent.close()));
  }
} finally {
  await world.close();
}

const { perTransaction, unitsPerRound, feesPerRound, netPerRound, returnedShare, escrowLamports, seconds } = result;
console.log(`${machine()}; ${rounds} rounds of two agents in turns, quorum 3 of 5, one worker, ${fixed(seconds, 1)} s\n`);
console.log(row(['of an agent’s round', 'measured', 'goal']));
console.log(row(Array(3).fill('---')));
console.log(
  row(['rounds a transaction', fixed(perTransaction, 2), goal(`≥ ${LEAST_PER_TRANSACTION}`, perTransaction >= LEAST_PER_TRANSACTION)]),
);
console.log(row(['compute units', fixed(unitsPerRound), '']));
console.log(row(['fees, lamports', fixed(feesPerRound), '']));
console.log(row(['lamports net of returned rent', fixed(netPerRound), goal(`≤ ${MOST_LAMPORTS}`, netPerRound <= MOST_LAMPORTS)]));
console.log(
  `\n${ROUND_LAMPORTS} lamports a round are locked for the settle window; ${fixed(100 * returnedShare, 1)} % of them came back; ${fixed(escrowLamports)} for signer sets and each new agent’s escrow account (${ESCROW_LAMPORTS}) stay`,
);
if (flags.json !== undefined) await writeFile(flags.json, `${JSON.stringify({ machine: machine(), rounds, ...result }, null, 2)}\n`);

function goal(text, isMet) {
  return `${text}: ${isMet ? 'met' : 'not met'}`;
}

async function serve(manifest, agents) {
  const roundIds = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < rounds; index = next++) roundIds.push(await agents[index % agents.length].ask(priceConfig(manifest)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return roundIds;
}

async function settleAndReclaim(manifest, agents, roundIds) {
  const before = await usage(manifest);
  const startedMs = performance.now();
  const worker = await startWorker({ configPath: world.workerConfigPath, manifest, rpcUrl: manifest.rpcUrl });
  try {
    while ((await Promise.all(agents.map((agent) => agent.readStatus()))).some(({ unsettledRounds }) => unsettledRounds > 0)) {
      if (performance.now() - startedMs > TIMEOUT_MS) throw new Error('the rounds are not settled');
      await wait(POLL_MS);
    }
    const seconds = (performance.now() - startedMs) / 1_000;
    const settled = await usage(manifest);
    const signatures = new Set(await Promise.all(roundIds.map((roundId) => signatureOf(manifest, roundId))));
    const units = await Promise.all([...signatures].map((signature) => unitsOf(manifest, signature)));
    await wait(UNTIL_FINAL_MS);
    await control(manifest, '/clock', { advanceSeconds: PAST_WINDOW_SECONDS });
    for (let returned = -1n, now = settled; now.rentReturned > returned; now = await usage(manifest)) {
      returned = now.rentReturned;
      await wait(RECLAIM_MS);
    }
    const after = await usage(manifest);
    const locked = BigInt(rounds) * BigInt(ROUND_LAMPORTS);
    // The demo's rounds are closed with these: what came back is counted by account.
    const returnedShare = 1 - (await countOpen(manifest, roundIds)) / rounds;
    const fees = Number(after.lamportsSpent - before.lamportsSpent) / rounds;
    return {
      seconds,
      perTransaction: rounds / signatures.size,
      unitsPerRound: units.reduce((sum, consumed) => sum + consumed, 0) / rounds,
      feesPerRound: fees,
      returnedShare,
      netPerRound: fees + ROUND_LAMPORTS * (1 - returnedShare),
      escrowLamports: Number(settled.rentLocked - before.rentLocked - locked),
    };
  } finally {
    await worker.stop();
  }
}

async function signatureOf({ gatewayUrl }, roundId) {
  const { data } = await (await fetch(`${gatewayUrl}/v1/rounds/${roundId}`)).json();
  return data.settlement.signature;
}

async function unitsOf({ rpcUrl }, signature) {
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
  return Number((await callRpc(rpcUrl, 'getTransaction', [signature, options])).meta.computeUnitsConsumed);
}

async function callRpc(rpcUrl, method, params) {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()).result;
}

/** Counts the accounts of the rounds that are still there. */
async function countOpen({ rpcUrl }, roundIds) {
  let open = 0;
  for (let start = 0; start < roundIds.length; start += 100) {
    const { value } = await callRpc(rpcUrl, 'getMultipleAccounts', [roundIds.slice(start, start + 100), { encoding: 'base64' }]);
    open += value.filter((account) => account !== null).length;
  }
  return open;
}

async function usage({ controlUrl }) {
  const { lamportsSpent, rentLocked, rentReturned } = await (await fetch(`${controlUrl}/ledger/usage`)).json();
  return { lamportsSpent: BigInt(lamportsSpent), rentLocked: BigInt(rentLocked), rentReturned: BigInt(rentReturned) };
}

async function control({ controlUrl }, path, body) {
  const response = await fetch(`${controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

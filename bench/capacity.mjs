#!/usr/bin/env node
// What one round costs each process, Redis' writers aside: CPU time as the kernel counts it, calls of the RPC server, transactions and fees, for each
// path, set of nodes and quorum. The admin command's `plan` and docs/capacity.md read the figures. Starts a world for each set of nodes; Linux only.
// usage: node bench/capacity.mjs [--rounds 300] [--warm-up 300] [--concurrency 8] [--write]
import './world/node-fetch.mjs';

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rentLamports } from '@oracle-gateway/ledger';
import { ACCOUNT_BYTES } from '@oracle-gateway/protocol/accounts';
import { request } from 'undici';
import { createAgent } from './world/agent.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/figures.mjs';
import { readMetrics } from './world/metrics.mjs';
import { createPayer } from './world/payer.mjs';
import { serveRound } from './world/serve-rounds.mjs';
import { awaitNonePending, usageOf } from './world/usage.mjs';

const FIGURES = fileURLToPath(new URL('../packages/admin/src/capacity/capacity-figures.json', import.meta.url));
const RECEIPT_LAMPORTS = Number(rentLamports(ACCOUNT_BYTES.roundReceipt));
/** One round at a time, for the latency. */
const ALONE_ROUNDS = 60;

/** One set of nodes a world; the first row is the one that others are planned from where a path has no row of its own. */
const CELLS = [
  { nodes: 5, quorum: 3, paths: ['subscription', 'agent', 'x402'] },
  { nodes: 13, quorum: 9, paths: ['subscription'] },
  { nodes: 31, quorum: 21, paths: ['subscription'] },
  // More at once than two cores serve within the nodes' deadlines would fail.
  { nodes: 64, quorum: 43, paths: ['subscription'], mostAtOnce: 1 },
];
/** Bytes of a round in Redis, as `node bench/outbox-memory.mjs` counts them. */
const RECORD_BYTES = {
  subscription: { waiting: 1_943, kept: 1_689 },
  agent: { waiting: 1_942, kept: 1_688 },
  x402: { waiting: 2_017, kept: 2_611 },
};

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '300' },
    'warm-up': { type: 'string', default: '300' },
    concurrency: { type: 'string', default: '8' },
    write: { type: 'boolean', default: false },
  },
});
const [rounds, warmUp, concurrency] = [Number(flags.rounds), Number(flags['warm-up']), Number(flags.concurrency)];

/** Each makes one served round of its path. */
const ASKERS = {
  subscription: ({ manifest, quorum }) => {
    const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired: quorum });
    return { ask: () => serveRound({ caller, manifest }), close: () => caller.close() };
  },
  agent: async ({ manifest, quorum }) => {
    const agent = createAgent({ manifest, keyName: 'agentPayer', signaturesRequired: quorum });
    await agent.payFor(rounds + warmUp + ALONE_ROUNDS);
    return { ask: () => agent.ask(priceConfig(manifest)), close: () => agent.close() };
  },
  x402: async ({ manifest, quorum }) => {
    const payer = await createPayer({ manifest, keyName: 'x402Payer', signaturesRequired: quorum });
    return { ask: async () => payer.ask(await payer.prepare(priceConfig(manifest))), close: () => undefined };
  },
};

const figures = [];
for (const { nodes, quorum, paths, mostAtOnce = concurrency } of CELLS) {
  const atOnce = Math.min(concurrency, mostAtOnce);
  const world = await startBuiltWorld({ launcherFlags: ['--nodes', String(nodes)] });
  try {
    const manifest = await world.readManifest();
    for (const path of paths) {
      figures.push({ path, nodes, quorum, ...(await measure(manifest, await ASKERS[path]({ manifest, quorum }), atOnce)) });
      console.error(JSON.stringify(figures.at(-1)));
    }
  } finally {
    await world.close();
  }
}

const measurement = { machine: machine(), figures, recordBytes: RECORD_BYTES };
if (flags.write) await writeFile(FIGURES, `${JSON.stringify(measurement, null, 2)}\n`);
const columns = Object.keys(figures[0]);
console.log(`${machine()}; ${rounds} rounds of each after ${warmUp}, ${concurrency} at once at most\n`);
console.log(row(columns));
console.log(row(columns.map(() => '---')));
for (const figure of figures) console.log(row(columns.map((name) => String(figure[name]))));

/** Rounds of one path, all settled before and after. */
async function measure(manifest, asker, atOnce) {
  await serve(asker, warmUp, atOnce);
  const aloneMs = await latencies(asker);
  await awaitNonePending(manifest);
  const before = await usage(manifest);
  await serve(asker, rounds, atOnce);
  await awaitNonePending(manifest);
  const after = await usage(manifest);
  await asker.close();
  const perRound = (name, digits = 2) => Number(fixed((after[name] - before[name]) / rounds, digits));
  const transactions = after.transactions - before.transactions;
  const spentLamports = Number(before.lamports - after.lamports);
  return {
    gatewayMs: perRound('gatewayMs'),
    observationMs: Number(fixed((after.nodesMs - before.nodesMs) / (after.observations - before.observations), 2)),
    workerMs: transactions === 0 ? 0 : perRound('workerMs'),
    observations: perRound('observations'),
    roundMs: Number(fixed(quantile(aloneMs, 0.5), 1)),
    gatewayCalls: perRound('gatewayCalls'),
    workerCalls: transactions === 0 ? 0 : perRound('workerCalls'),
    transactions: perRound('transactions'),
    feeLamports: transactions === 0 ? 0 : Math.round(spentLamports / rounds - RECEIPT_LAMPORTS),
  };
}

async function serve(asker, count, atOnce) {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await asker.ask();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function latencies(asker) {
  const times = [];
  for (let count = 0; count < ALONE_ROUNDS; count += 1) {
    const startMs = performance.now();
    await asker.ask();
    times.push(performance.now() - startMs);
  }
  return times;
}

/** What all processes have used since their start. */
async function usage(manifest) {
  const [used, ofGateway, ofWorker, lamports] = await Promise.all([
    usageOf(manifest),
    readMetrics(manifest.metricsUrls.gateway),
    readMetrics(manifest.metricsUrls.worker),
    lamportsOf(manifest),
  ]);
  return {
    ...used,
    gatewayCalls: ofGateway(/^oracle_gateway_rpc_calls_total\{.*\} (\d+)$/gm),
    workerCalls: ofWorker(/^oracle_settlement_rpc_calls_total\{.*\} (\d+)$/gm),
    transactions: ofWorker(/^oracle_settlement_transactions_total (\d+)$/gm),
    lamports,
  };
}

async function lamportsOf({ rpcUrl, gatewayAuthority }) {
  const { body } = await request(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [gatewayAuthority, { commitment: 'confirmed' }] }),
  });
  const { result } = await body.json();
  return BigInt(result.value);
}

#!/usr/bin/env node
// Measures how many rounds a second one worker settles with 1, 2 and 4 fee payers, on a ledger whose blocks hold so many compute units of one
// writable account. Then it settles rounds of agents, which all write the treasury. The program runs in LiteSVM, in this process. Limits of a
// block are a share of Solana's, because one machine executes every transaction: rates of a whole cluster follow by that share.
// usage: node bench/settlement-payers.mjs [--payers 1,2,4] [--owners 8] [--rounds 600] [--agent-rounds 600] [--share 0.125] [--slot-ms 400] [--json file] [--write]
// `--rounds` is for each payer. `--write` keeps the compute units of a round, which `oracle-gateway-admin plan` reads. Exit code 1 where two payers settle less than 1.8 times as many rounds as one.
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@oracle-gateway/dev-servers';
import { startLimitedWorld, noteSettlements } from './settlement/limited-ledger.mjs';
import { endWorkersOf, startWorker } from './settlement/own-worker.mjs';
import { createAgent } from './world/agent.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, row, watchCpu } from './world/measurements.mjs';
import { serveRound } from './world/serve-rounds.mjs';

/** Agave 2.2 and later: compute units of a block, and of one writable account in it. Agave 4.3 has 24 million of an account. */
const SOLANA = { blockUnits: 60_000_000, accountUnits: 12_000_000, slotMs: 400 };
/** A worker that knows no set of signers settles fewer rounds in a transaction: these make all sets of a quorum. */
const WARM_UP_ROUNDS = 500;
/** A worker looks after its sets every five seconds. */
const UNTIL_SETS_ARE_KNOWN_MS = 12_000;
const AT_ONCE = 8;
const POLL_MS = 100;
const TIMEOUT_MS = 300_000;
const LEAST_RATIO = 1.8;
/** The last rounds of a backlog fill no transaction, and say nothing of a rate. Nor does the first block, which began before the worker did. */
const COUNTED_SHARE = 0.95;

const { values: flags } = parseArgs({
  options: {
    payers: { type: 'string', default: '1,2,4' },
    owners: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '600' },
    'agent-rounds': { type: 'string', default: '600' },
    share: { type: 'string', default: '0.125' },
    'slot-ms': { type: 'string', default: '400' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const MEASUREMENTS = new URL('../packages/admin/src/capacity/capacity-measurements.json', import.meta.url);
const [share, slotMs] = [Number(flags.share), Number(flags['slot-ms'])];
const MANY_OWNERS = `subscriptions of ${flags.owners} owners`;
const limits = { blockUnits: SOLANA.blockUnits * share, accountUnits: SOLANA.accountUnits * share };

const limited = await startLimitedWorld({ ...limits, slotMs });
const rows = [];
try {
  const manifest = await limited.world.readManifest();
  await endWorkersOf(manifest);
  const payers = [];
  const counts = flags.payers.split(',').map(Number);
  while (payers.length < Math.max(...counts)) payers.push(await limited.newPayer(`payer-${payers.length}`));
  const owners = [];
  while (owners.length < Number(flags.owners)) {
    const keys = { ...manifest.keys, owner: await limited.newOwner() };
    owners.push(createCaller({ manifest: { ...manifest, keys }, keyName: 'owner' }));
  }
  await measure({ manifest, payers, rounds: WARM_UP_ROUNDS, ask: askOwners(manifest, owners), restMs: UNTIL_SETS_ARE_KNOWN_MS });
  for (const count of counts) {
    const measured = await measure({
      manifest,
      payers: payers.slice(0, count),
      rounds: count * Number(flags.rounds),
      ask: askOwners(manifest, owners),
    });
    rows.push({ what: MANY_OWNERS, payers: count, ...measured });
    console.error(JSON.stringify(rows.at(-1)));
  }
  const alone = { manifest, payers, rounds: Number(flags.rounds), ask: askOwners(manifest, owners.slice(0, 1)) };
  rows.push({ what: 'the subscription of one owner', payers: payers.length, ...(await measure(alone)) });
  console.error(JSON.stringify(rows.at(-1)));
  for (const owner of owners) owner.close();
  const agentRounds = Number(flags['agent-rounds']);
  if (agentRounds > 0) {
    const agents = ['agentPayer', 'x402Payer'].map((keyName) => createAgent({ manifest, keyName }));
    await Promise.all(agents.map((agent) => agent.payFor(agentRounds)));
    let next = 0;
    const ask = () => agents[next++ % agents.length].ask(priceConfig(manifest));
    rows.push({ what: 'agents', payers: payers.length, ...(await measure({ manifest, payers, rounds: agentRounds, ask })) });
    console.error(JSON.stringify(rows.at(-1)));
    await Promise.all(agents.map((agent) => agent.close()));
  }
} finally {
  await limited.close();
}

const [one, two] = [1, 2].map((count) => rows.find(({ what, payers }) => what === MANY_OWNERS && payers === count));
console.log(
  `${machine()}; one worker; a block of ${slotMs} ms holds ${limits.blockUnits} units, ${limits.accountUnits} of one account: ${share} of Solana's\n`,
);
console.log(
  row([
    'rounds of',
    'payers',
    'rounds a second',
    'of one payer',
    "at Solana's limits",
    'units a round',
    'rounds a transaction',
    'fullest account',
    'its blocks are full to',
    'machine busy',
  ]),
);
console.log(row(Array(10).fill('---')));
for (const measured of rows) {
  const { what, payers, perSecond, unitsPerRound, perTransaction, fullest, fullTo, busy } = measured;
  console.log(
    row([
      what,
      payers,
      fixed(perSecond, 1),
      one === undefined || what !== MANY_OWNERS ? '' : fixed(perSecond / one.perSecond, 2),
      fixed((perSecond * slotMs) / SOLANA.slotMs / share),
      fixed(unitsPerRound),
      fixed(perTransaction, 2),
      fullest,
      `${fixed(100 * fullTo)} %`,
      `${fixed(100 * busy)} %`,
    ]),
  );
}
const agents = rows.find(({ what }) => what === 'agents');
if (agents !== undefined) {
  const bound = (SOLANA.accountUnits * 1_000) / SOLANA.slotMs / agents.unitsPerRound;
  console.log(`\nthe treasury's bound: ${fixed(bound)} rounds of agents a second, of all gateways of a deployment together`);
}
if (one !== undefined && two !== undefined) {
  const ratio = two.perSecond / one.perSecond;
  const isMet = ratio >= LEAST_RATIO;
  console.log(
    `two payers settle ${fixed(ratio, 2)} times as many rounds as one (goal: at least ${LEAST_RATIO}: ${isMet ? 'met' : 'not met'})`,
  );
  if (!isMet) process.exitCode = 1;
}
if (flags.write && one !== undefined && agents !== undefined) {
  const kept = JSON.parse(await readFile(MEASUREMENTS, 'utf8'));
  const settlementUnits = { ...kept.settlementUnits, subscription: Math.round(one.unitsPerRound), agent: Math.round(agents.unitsPerRound) };
  await writeFile(MEASUREMENTS, `${JSON.stringify({ ...kept, settlementUnits }, null, 2)}\n`);
}
if (flags.json !== undefined) await writeFile(flags.json, `${JSON.stringify({ machine: machine(), share, slotMs, rows }, null, 2)}\n`);

function askOwners(manifest, owners) {
  let next = 0;
  return () => serveRound({ caller: owners[next++ % owners.length], manifest });
}

/** Serves a backlog while no worker runs, then settles it with one. */
async function measure({ manifest, payers, rounds, ask, restMs = 0 }) {
  let left = rounds;
  const lane = async () => {
    for (; left > 0; await ask()) left -= 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const { notes, stop } = noteSettlements(limited.ledger, manifest);
  const busySince = watchCpu();
  const worker = await startWorkerPaidBy(manifest, payers);
  try {
    const startedMs = performance.now();
    while (notes.reduce((sum, note) => sum + note.rounds, 0) < rounds) {
      if (performance.now() - startedMs > TIMEOUT_MS) throw new Error('the backlog is not settled');
      await wait(POLL_MS);
    }
    const busy = busySince();
    await wait(restMs);
    return { ...ratesOf(notes, payers, manifest, rounds), busy };
  } finally {
    stop();
    await worker.stop();
  }
}

function ratesOf(notes, payers, { treasuryTokenAccount }, rounds) {
  const first = notes[0].slot;
  let [seen, place] = [0, 0];
  while (seen < COUNTED_SHARE * rounds) seen += notes[place++].rounds;
  const measured = notes.slice(0, place).filter(({ slot }) => slot > first);
  const counted = measured.reduce((sum, note) => sum + note.rounds, 0);
  const blocks = measured.at(-1).slot - first;
  const seconds = (blocks * slotMs) / 1_000;
  const units = measured.reduce((sum, note) => sum + note.units, 0);
  const ofAccounts = new Map();
  for (const { written, units } of measured) for (const name of written) ofAccounts.set(name, (ofAccounts.get(name) ?? 0) + units);
  const [[name, most]] = [...ofAccounts].sort(([, one], [, other]) => other - one);
  const isPayer = payers.some(({ address }) => address === name);
  const fullest = isPayer ? 'a payer' : name === treasuryTokenAccount ? 'the treasury' : 'a subscription';
  return {
    rounds,
    perSecond: counted / seconds,
    unitsPerRound: units / counted,
    perTransaction: counted / measured.length,
    fullest,
    fullTo: most / (blocks * limits.accountUnits),
  };
}

async function startWorkerPaidBy(manifest, payers) {
  const port = await freePort();
  const configPath = limited.world.workerConfigPath.replace('worker-0.toml', `bench-worker-${payers.length}.toml`);
  const text = await readFile(limited.world.workerConfigPath, 'utf8');
  const paths = JSON.stringify(payers.map(({ path }) => path));
  const ours = text
    .replace(/(\[metrics\][^[]*?port = )\d+/, `$1${port}`)
    .replace(/^\[settlement\]\n/m, `[settlement]\npayer_keypair_paths = ${paths}\n`);
  await writeFile(configPath, ours, { mode: 0o600 });
  const metricsUrls = { worker: `http://127.0.0.1:${port}/metrics` };
  return startWorker({ configPath, manifest: { ...manifest, metricsUrls }, rpcUrl: manifest.rpcUrl });
}

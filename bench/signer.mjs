#!/usr/bin/env node
// Measures a key in a file beside the same key in the signer of deploy/signer: signatures a second with so many asked at once, and a round through
// two gateways of one world that differ in their key alone. The two take turns, so that others on the machine hit both alike. Linux only.
// usage: node bench/signer.mjs [--turns 9] [--turn-ms 300] [--rounds 100] [--only signatures|rounds]
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { spawnTied } from '@oracle-gateway/dev-servers';
import { readSigner } from '../packages/app-config/dist/index.js';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { startGateway } from './world/own-gateway.mjs';

const { values: flags } = parseArgs({
  options: {
    turns: { type: 'string', default: '9' },
    'turn-ms': { type: 'string', default: '300' },
    rounds: { type: 'string', default: '100' },
    only: { type: 'string' },
  },
});
const [turns, turnMs, rounds] = [Number(flags.turns), Number(flags['turn-ms']), Number(flags.rounds)];
const PROGRAM = fileURLToPath(new URL('../deploy/signer/signer.mjs', import.meta.url));
const TEXT = Buffer.from('Oracle Gateway: names of sources in the log');
const LANES = [1, 16, 64];
const ROUNDS_A_TURN = 10;

const folder = await mkdtemp(join(tmpdir(), 'bench-signer-'));
console.log(`${machine()}; the median of ${turns} turns of ${turnMs} ms for each number\n`);
if (flags.only !== 'rounds') await measureSignatures();
if (flags.only !== 'signatures') await measureRounds();
await rm(folder, { recursive: true, force: true });

/** The signer of deploy/, once it listens. */
async function startSigner(keyPath, name) {
  const socket = join(folder, `${name}.sock`);
  const signer = spawnTied(process.execPath, [PROGRAM, '--key', keyPath, '--socket', socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(signer, 'exit');
  await once(signer.stdout, 'data');
  return {
    socket,
    async stop() {
      signer.kill('SIGTERM');
      await ended;
    },
  };
}

async function writeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const path = join(folder, 'key.json');
  await writeFile(path, JSON.stringify([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]), { mode: 0o600 });
  return path;
}

async function measureSignatures() {
  const keyPath = await writeKey();
  const signer = await startSigner(keyPath, 'signatures');
  const keys = [await keyOf(keyPath), await keyOf(`unix:${signer.socket}`)];
  console.log(row(['asked at once', 'signatures/s, file', 'signer', 'p50 ms, file', 'signer', 'p99 ms, file', 'signer']));
  console.log(row(Array(7).fill('---')));
  for (const lanes of LANES) {
    const taken = keys.map(() => ({ perSecond: [], ms: [] }));
    for (let turn = 0; turn < turns; turn += 1)
      for (const place of turn % 2 === 0 ? [0, 1] : [1, 0]) await takeSignatures(keys[place], lanes, taken[place]);
    const cells = [
      ...taken.map(({ perSecond }) => fixed(quantile(perSecond, 0.5))),
      ...taken.map(({ ms }) => fixed(quantile(ms, 0.5), 3)),
      ...taken.map(({ ms }) => fixed(quantile(ms, 0.99), 3)),
    ];
    console.log(row([lanes, ...cells]));
  }
  await signer.stop();
}

function keyOf(value) {
  return readSigner({ environment: {}, variable: 'NONE', key: 'settlement.gateway_keypair_path', value });
}

async function takeSignatures(key, lanes, taken) {
  const startMs = performance.now();
  let count = 0;
  const lane = async () => {
    while (performance.now() - startMs < turnMs) {
      const askedMs = performance.now();
      await key.sign('log_names', TEXT);
      taken.ms.push(performance.now() - askedMs);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  taken.perSecond.push((count * 1_000) / (performance.now() - startMs));
}

async function measureRounds() {
  const world = await startBuiltWorld();
  const { manifestPath } = world;
  const signer = await startSigner(join(dirname(manifestPath), 'keys', 'gateway.json'), 'rounds');
  const manifest = await world.readManifest();
  const gateways = [
    await startGateway({ manifestPath, name: 'key-in-a-file' }),
    await startGateway({ manifestPath, name: 'key-in-a-signer', environment: { ORACLE_GATEWAY_KEYPAIR: `unix:${signer.socket}` } }),
  ];
  const callers = gateways.map(({ url }) => createCaller({ manifest: { ...manifest, gatewayUrl: url }, keyName: 'subscriptionOwner' }));
  const taken = gateways.map(() => []);
  for (let turn = -1; turn < rounds / ROUNDS_A_TURN; turn += 1)
    for (const place of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      for (let index = 0; index < ROUNDS_A_TURN; index += 1) {
        const ms = await takeRound(callers[place], manifest);
        // The first turn warms up.
        if (turn >= 0) taken[place].push(ms);
      }
    }
  console.log(`\n${row(['a round, one at a time, quorum 3', 'file', 'signer'])}\n${row(['---', '---', '---'])}`);
  for (const [what, at] of [['p50 ms', 0.5], ['p99 ms', 0.99]]) console.log(row([what, ...taken.map((ms) => fixed(quantile(ms, at), 1))])); // prettier-ignore
  await Promise.all(callers.map((caller) => caller.close()));
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await signer.stop();
  await world.close();
}

async function takeRound(caller, manifest) {
  const round = caller.prepare(priceConfig(manifest));
  const askedMs = performance.now();
  const answer = await caller.ask(round);
  const ms = performance.now() - askedMs;
  if (answer.status !== 200 || !caller.verifies(round, answer)) throw new Error(`a round was answered with ${answer.status}`);
  return ms;
}

#!/usr/bin/env node
// Measures one node by its number of threads, asked as its gateway asks: observations a second, and their CPU time. Memory is measured at rest, with 64
// fetches, and with 64 answers of 256 KiB and of 1 MiB at once.
// Also how long an observation takes beside the hostile sources of another requester. Starts a world of its own (the built apps). Linux only.
// usage: node bench/node-threads.mjs [--threads 1,2,4] [--seconds 5] [--pairs 2] [--at-once 32] [--checkout folder]
// `--threads ''` leaves the node as it is built: for a checkout without threads.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { spawnTied } from '@oracle-gateway/dev-servers';
import { nodeOperations, signNodeRequest } from '@oracle-gateway/node-api';
import { formatAddress, fromHex, parseAddress, toAddress, toHex, unixMs } from '@oracle-gateway/protocol';
import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES, signedBytes } from '@oracle-gateway/protocol/internal';
import { Pool } from './world/undici.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { fresh, signerOf, slowConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { cpuOf } from './world/process-cpu.mjs';

const HOSTILE_SOURCE = fileURLToPath(new URL('attacks/hostile-source.mjs', import.meta.url));
const HOSTILE_AT_ONCE = 16;
const HONEST_PACE_MS = 100;
/** Each lane begins at most one round in this time, as in attacks.mjs. */
const HOSTILE_PACE_MS = 500;
const WARM_UP_MS = 3_000;
const FETCHES = 64;
const SLOW_MS = 3_000;
const LOOK_EVERY_MS = 20;

const { values: flags } = parseArgs({
  options: {
    threads: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '5' },
    pairs: { type: 'string', default: '2' },
    'at-once': { type: 'string', default: '32' },
    checkout: { type: 'string' },
  },
});
const [windowMs, pairs, atOnce] = [Number(flags.seconds) * 1_000, Number(flags.pairs), Number(flags['at-once'])];

/** Each in a process of its own: an honest source must not wait for a hostile one. */
const [hostileSource, honestSource] = [await startSource(), await startSource()];
const places = [hostileSource, honestSource].flatMap(({ place }) => ['--source', place]);
const world = await startBuiltWorld({ checkout: flags.checkout, launcherFlags: places });
const folder = dirname(world.manifestPath);
const gatewayKey = JSON.parse(await readFile(join(folder, 'keys', 'gateway.json'), 'utf8'));
const sign = signerOf(gatewayKey);
const requesters = Array.from({ length: 9 }, newRequester);
const [hostile, ...honest] = requesters;
try {
  console.log(`${machine()}; one node, windows of ${flags.seconds} s, ${pairs} pairs\n`);
  console.log(row(['threads', 'measured', 'value']));
  console.log(row(['---', '---', '---']));
  for (const threads of flags.threads.split(',')) await measure(threads);
} finally {
  await world.close();
  for (const { child } of [hostileSource, honestSource]) child.kill();
}

function newRequester() {
  return formatAddress(toAddress(new Uint8Array(randomBytes(32))));
}

async function startSource() {
  const child = spawnTied(process.execPath, [HOSTILE_SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [place] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, place: place.trim() };
}

async function measure(threads) {
  if (threads !== '') await setThreads(threads);
  const manifest = await world.readManifest();
  const pid = manifest.pids.nodes[0];
  const { origin } = new URL(manifest.nodes[0].url);
  const pool = new Pool(origin, { connections: 128 });
  const print = (what, value) => console.log(row([threads === '' ? 'as built' : threads, what, value]));
  const asked = { manifest, pool };
  const memory = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  print('MB at rest', fixed(await memory()));

  await during(asked, { lanes: atOnce, ms: WARM_UP_MS });
  const before = (await cpuOf([pid])).get(pid);
  const startedMs = performance.now();
  const { takenMs } = await during(asked, { lanes: atOnce, ms: windowMs });
  const spentMs = (await cpuOf([pid])).get(pid) - before;
  print(`observations a second, ${atOnce} at once`, fixed(takenMs.length / ((performance.now() - startedMs) / 1_000)));
  print('CPU ms of an observation', fixed(spentMs / takenMs.length, 2));

  const held = Array.from({ length: FETCHES }, (_, index) =>
    ask(asked, { requester: honest[index % honest.length], apiConfig: slowConfig(manifest, SLOW_MS) }),
  );
  await wait(SLOW_MS / 2);
  print(`MB with ${FETCHES} fetches`, fixed(await memory()));
  await Promise.all(held);
  const own = (path, responseParser) => () => ({
    url: `http://${hostileSource.place}/${path}?${fresh()}`,
    method: 'GET',
    ...(responseParser === undefined ? {} : { responseParser }),
  });
  const attacks = {
    informational: own('informational'),
    pieces: own('pieces'),
    extension: own('extension'),
    bomb: own('bomb'),
    costly: own('costly', '$..[?length(@)>1]'),
  };
  for (const [name, configOf] of Object.entries(attacks)) {
    const [quiet, beside] = [[], []];
    for (let pair = 0; pair < pairs; pair += 1) {
      quiet.push(...(await during(asked, { lanes: 1, ms: windowMs, paceMs: HONEST_PACE_MS })).takenMs);
      const ends = { isReached: false };
      const attack = Promise.all(Array.from({ length: HOSTILE_AT_ONCE }, () => attackUntil(asked, configOf, ends)));
      beside.push(...(await during(asked, { lanes: 1, ms: windowMs, paceMs: HONEST_PACE_MS })).takenMs);
      ends.isReached = true;
      await attack;
      // The requester has its share again.
      await wait(5_000);
    }
    const [p50, attacked] = [quantile(quiet, 0.5), quantile(beside, 0.5)];
    const p90 = `p90 ${fixed(quantile(quiet, 0.9), 1)} → ${fixed(quantile(beside, 0.9), 1)}`;
    print(`ms beside ${HOSTILE_AT_ONCE} × ${name}`, `p50 ${fixed(p50, 1)} → ${fixed(attacked, 1)} (${fixed(attacked / p50, 2)} ×), ${p90}`);
  }
  for (const maxBytes of [DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES]) {
    let mostMb = 0;
    const look = setInterval(async () => (mostMb = Math.max(mostMb, await memory())), LOOK_EVERY_MS);
    // One requester would use up its share of the time for reading.
    const answers = Array.from({ length: FETCHES }, () =>
      ask(asked, { requester: newRequester(), apiConfig: largeConfig(manifest, maxBytes), mayFail: true }),
    );
    const served = (await Promise.all(answers)).filter((status) => status === 200).length;
    clearInterval(look);
    print(`MB at most with ${FETCHES} answers of ${maxBytes / 1_024} KiB, and values of them`, `${fixed(mostMb)}, ${served}`);
  }
  await pool.close();
}

/** Writes the setting, and starts the node anew. */
async function setThreads(threads) {
  const path = join(folder, 'config', 'node-0.toml');
  const text = (await readFile(path, 'utf8')).replace(/^threads = .*\n/m, '');
  await writeFile(path, text.replace(/^\[sources\]\n/m, `[sources]\nthreads = ${threads}\n`));
  const { controlUrl } = await world.readManifest();
  const answer = await fetch(`${controlUrl}/restart`, { method: 'POST', body: JSON.stringify({ what: 'node', index: 0 }) });
  if (!answer.ok) throw new Error(`the node was not restarted: ${answer.status} ${await answer.text()}`);
}

/** Honest observations for so long, each lane's one after the other. */
async function during(asked, { lanes, ms, paceMs = 0 }) {
  const takenMs = [];
  const endMs = performance.now() + ms;
  const lane = async (_, index) => {
    while (performance.now() < endMs) {
      const startedMs = performance.now();
      await ask(asked, {
        requester: honest[index % honest.length],
        apiConfig: { url: `http://${honestSource.place}/price?${fresh()}`, method: 'GET', responseParser: '$.price' },
      });
      takenMs.push(performance.now() - startedMs);
      await wait(paceMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { takenMs };
}

/** A list as long as the source may answer with. */
function largeConfig({ sources }, maxBytes) {
  const url = `${sources.huge}/?bytes=${maxBytes}&item=64628.31&${fresh()}`;
  return { url, method: 'GET', responseParser: '$[-1]', ...(maxBytes === DEFAULT_SOURCE_BYTES ? {} : { maxBytes }) };
}

async function attackUntil(asked, configOf, ends) {
  while (!ends.isReached) {
    const pace = wait(HOSTILE_PACE_MS);
    await ask(asked, { requester: hostile, apiConfig: configOf(), mayFail: true });
    await pace;
  }
}

async function ask({ manifest, pool }, { requester, apiConfig, mayFail = false }) {
  const { path } = nodeOperations.observe;
  const body = Buffer.from(
    JSON.stringify({
      requester,
      feedOwner: requester,
      apiConfig,
      signaturesRequired: 3,
      registryVersion: manifest.registryVersion,
      timestampMs: Math.floor(Date.now() / 1_000) * 1_000,
      observedAtMs: Date.now(),
      eligible: [0, 1, 2, 3],
      gatewayNonce: toHex(randomBytes(16)),
    }),
  );
  const headers = await signNodeRequest({
    deploymentId: fromHex(manifest.deploymentId, 32),
    nodeIndex: 0,
    timeMs: unixMs(Date.now()),
    path,
    body,
    gateway: parseAddress(manifest.gatewayPda),
    gatewayAuthority: toAddress(Uint8Array.from(gatewayKey).slice(32)),
    sign: (kind, preimage) => Promise.resolve(sign(signedBytes(kind, preimage))),
  });
  const answer = await pool.request({ method: 'POST', path, body, headers: { 'content-type': 'application/json', ...headers } });
  const text = await answer.body.text();
  if (answer.statusCode !== 200 && !mayFail) throw new Error(`the node answered ${answer.statusCode}: ${text}`);
  return answer.statusCode;
}

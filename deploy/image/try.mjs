#!/usr/bin/env node
// Starts the images of gateway, worker and node in a whole world, each in place of the world's own process, and asks for rounds. A keeper's image keeps
// a feed there. Each container has the image's user, a read-only root and no capability, and sends its traces. Needs built images and a build.
// usage: node deploy/image/try.mjs [--images <folder>]
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { awaitSettled, roundsLeft } from '../../bench/settlement/settled.mjs';
import { startBuiltWorld } from '../../bench/world/built-world.mjs';
import { createCaller, priceConfig } from '../../bench/world/caller.mjs';
import { requireDebianTool } from '../debian-tool.mjs';
import { sandboxOf } from './sandbox.mjs';
import { SERVICES } from './services.mjs';
import { unpackImage } from './unpacked.mjs';
import { upgradeApp } from '../../bench/world/upgraded-app.mjs';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..', '..');
const ROUNDS = 5;
const SETTLE_LIMIT_MS = 60_000;
const HEALTH_LIMIT_MS = 10_000;
const TRACES_LIMIT_MS = 20_000;
const POLL_MS = 100;
/** Name of a service in OTLP's JSON. */
const SERVICE_NAME = /"service\.name","value":\{"stringValue":"([^"]+)"/g;
const PROBE = await readFile(join(import.meta.dirname, 'probe.mjs'), 'utf8');

const { values: flags } = parseArgs({ options: { images: { type: 'string', default: join(ROOT, '.tools', 'image', 'out') } } });
const { command: bubblewrap } = await requireDebianTool('bwrap');
const folder = await mkdtemp(join(tmpdir(), 'oracle-gateway-images-'));
const ends = [() => rm(folder, { recursive: true, force: true })];
try {
  const world = await startBuiltWorld();
  ends.push(() => world.close());
  const manifest = await world.readManifest();
  const state = dirname(world.manifestPath);
  const parts = [
    { service: 'worker', config: 'worker-0', pid: manifest.pids.worker[0], url: manifest.metricsUrls.worker },
    { service: 'node', config: 'node-0', pid: manifest.pids.nodes[0], url: manifest.nodes[0].url },
    { service: 'node', config: 'node-1', pid: manifest.pids.nodes[1], url: manifest.nodes[1].url },
    { service: 'node', config: 'node-2', pid: manifest.pids.nodes[2], url: manifest.nodes[2].url },
    { service: 'gateway', config: 'gateway', pid: manifest.pids.gateway, url: manifest.gatewayUrl },
  ];
  const boardUrl = await switchBoardOn(join(state, 'config', 'worker-0.toml'));
  const collector = await startCollector();
  ends.push(() => collector.close());
  for (const part of parts) ends.push(await replace(part, { state, collector }));
  ends.push(await replace(await keeperOf(world.manifestPath), { state, collector }));
  await askPages([`${manifest.gatewayUrl}/app/`, `${manifest.gatewayUrl}/docs/`, boardUrl]);
  await askRounds(manifest);
  await untilKept(join(state, 'logs', 'keeper-upgraded.log'));
  await collector.untilHeard(['gateway', 'keeper', 'oracle-node', 'settlement-worker']);
} finally {
  for (const end of ends.reverse()) await end();
}

/** Starts an image in place of a process of the world; what ends it is answered. */
async function replace({ service, config, pid, url }, { state, collector }) {
  const image = await unpackImage(join(flags.images, `${SERVICES[service].app}.oci.tar`), join(folder, config));
  // The world's configurations name their files by the paths of this machine.
  const mounts = { [state]: state };
  const mark = join(state, 'mark');
  const volumes = service === 'gateway' ? { [mark]: mark } : {};
  const environment = { NODE_OPTIONS: '--import=/app/traces.js', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const sandbox = [bubblewrap, ...(await sandboxOf({ image, mounts, volumes, environment }))];
  const healthUrl = new URL('/health', url).href;
  const app = await upgradeApp({ pid, state, command: [...sandbox, ...image.config.Entrypoint], config, healthUrl });
  const inside = async (...command) =>
    (await run(sandbox[0], [...sandbox.slice(1), ...command], { timeout: HEALTH_LIMIT_MS })).stdout.trim();
  const [node] = image.config.Entrypoint;
  const found = JSON.parse(await inside(node, '--input-type=module', '--eval', PROBE));
  await inside(...image.config.Healthcheck.Test.slice(1), healthUrl);
  const log = await readFile(join(state, 'logs', `${config}-upgraded.log`), 'utf8');
  const curve = /"curve":"(\w+)"/.exec(log)?.[1] ?? 'not used';
  console.log(`${config}: ${healthUrl} answers; curve ${curve}; ${JSON.stringify(found)}`);
  if (found.user === 0 || found.writes.join() !== '/tmp' || found.shells.length > 0 || /[^0]/.test(found.capabilities) || curve === 'wasm')
    throw new Error(`${config}: the container is not as the image promises`);
  return () => app.stop();
}

/** A keeper of one feed, which the world does not have by itself. */
async function keeperOf(manifestPath) {
  const { stdout: path } = await run(process.execPath, [join(ROOT, 'examples', 'keeper-config.mjs'), manifestPath]);
  const port = await freePort();
  const config = join(dirname(manifestPath), 'config', 'keeper.toml');
  await writeFile(config, `${await readFile(path.trim(), 'utf8')}\n[metrics]\nport = ${port}\n`, { mode: 0o600 });
  return { service: 'keeper', config: 'keeper', url: `http://127.0.0.1:${port}` };
}

async function untilKept(logPath) {
  const deadlineMs = performance.now() + SETTLE_LIMIT_MS;
  while (performance.now() < deadlineMs) {
    const log = await readFile(logPath, 'utf8');
    const written = /"reason":"first","value":"([^"]+)"/.exec(log);
    if (written !== null) return console.log(`the keeper wrote ${written[1]}`);
    await wait(POLL_MS);
  }
  throw new Error(`the keeper wrote no value:\n${await readFile(logPath, 'utf8')}`);
}

/** @returns {Promise<string>} URL of the queue board, once the worker has read this configuration */
async function switchBoardOn(configPath) {
  const port = await freePort();
  await appendFile(configPath, `\n[board]\nport = ${port}\n`);
  return `http://127.0.0.1:${port}/`;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** The first script or style sheet of each page is asked for too. */
async function askPages(urls) {
  for (const url of urls) {
    const page = await (await fetch(url)).text();
    const [, part] = /(?:src|href)="([^"]+\.(?:js|css))"/.exec(page) ?? [];
    const { status } = part === undefined ? { status: 'none' } : await fetch(new URL(part, url));
    console.log(`${url} and ${part}: ${status}`);
    if (status !== 200) throw new Error(`${url} is not whole`);
  }
}

/** Collector of the containers' traces. */
async function startCollector() {
  const heard = new Set();
  const server = createServer(async (request, response) => {
    const spans = await text(request);
    for (const [, name] of spans.matchAll(SERVICE_NAME)) heard.add(name);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async untilHeard(names) {
      const deadlineMs = performance.now() + TRACES_LIMIT_MS;
      while (!names.every((name) => heard.has(name)) && performance.now() < deadlineMs) await wait(POLL_MS);
      console.log(`spans of ${[...heard].sort().join(', ')}`);
      if (!names.every((name) => heard.has(name))) throw new Error('not all containers send traces');
    },
    close: () => server.close(),
  };
}

async function askRounds(manifest) {
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
  try {
    const leftBefore = await roundsLeft(manifest, caller.owner);
    const startMs = performance.now();
    const roundIds = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      const round = caller.prepare(priceConfig(manifest));
      const answer = await caller.ask(round);
      if (answer.status !== 200 || !caller.verifies(round, answer)) throw new Error(`round ${count}: ${answer.status} ${answer.text}`);
      roundIds.push(answer.roundId);
    }
    const { ledgerMs, states } = await awaitSettled({
      manifest,
      owner: caller.owner,
      roundIds,
      leftBefore,
      startMs,
      timeoutMs: SETTLE_LIMIT_MS,
    });
    console.log(`${ROUNDS} rounds served and verified; on record: ${JSON.stringify(states)}`);
    if (ledgerMs === null || states.settled !== ROUNDS) throw new Error('not all rounds are settled');
  } finally {
    await caller.close();
  }
}

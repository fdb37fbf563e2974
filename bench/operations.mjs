#!/usr/bin/env node
// Counts what an operator's steps cost callers: every gateway and worker restarted in turn, a failover of Sentinels, and the restore of an older
// copy of Redis by the commands of docs/redis.md. Two gateways behind a balancer and two workers serve a steady load meanwhile, each step with a
// Redis of its own. A caller asks once and repeats nothing. Afterwards each served round is looked up on the ledger, and asked for again. It
// exits with 1 where a round is lost or doubled that its step does not lose by its nature.
// usage: node bench/operations.mjs [--only roll|failover|restore] [--lanes 4] [--pause 5000]
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { findOrFetchRedis, launchRedisSentinels, launchRedisServer } from '@oracle-gateway/dev-servers';
import { formatAddress, parseAddress, roundAddress } from '@oracle-gateway/protocol';
import { endWorkersOf } from './settlement/own-worker.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { startFleet } from './world/fleet.mjs';
import { fixed, machine, row } from './world/measurements.mjs';

const REDIS_PAGE = fileURLToPath(new URL('../docs/redis.md', import.meta.url));
/** The time in which a request is taken: the restore waits twice as long. */
const SKEW_SECONDS = 10;
/** The advice of docs/redis.md. */
const DOWN_AFTER_MS = 5_000;
/** A caller waits so long before its next request, whatever became of the last. */
const PAUSE_MS = 100;
const GIVEN_UP_AFTER_MS = 90_000;
const SETTLE_PATIENCE_MS = 60_000;
const QUORUM = 3;
const ACCOUNTS_AT_ONCE = 100;

const { values: flags } = parseArgs({
  options: { only: { type: 'string' }, lanes: { type: 'string', default: '4' }, pause: { type: 'string', default: '5000' } },
});
const [lanes, pauseMs] = [Number(flags.lanes), Number(flags.pause)];

/** `launch` gives a Redis as configurations name it; `strike` takes the step, and `losesByNature` says that it forgets rounds. */
const STEPS = {
  roll: {
    what: 'both workers, then both gateways restarted, one after another',
    launch: launchOne,
    strike: ({ fleet }) => fleet.roll(),
  },
  failover: {
    what: `Sentinel 1+2: the primary is killed (down-after ${DOWN_AFTER_MS / 1_000} s)`,
    launch: launchSentinels,
    async strike({ redis }) {
      process.kill((await redis.world.primary()).pid, 'SIGKILL');
    },
  },
  restore: {
    what: 'Redis and its disk are lost; a copy that is some seconds old is restored',
    launch: launchOne,
    strike: restoreOlderCopy,
    losesByNature: true,
  },
};

async function launchOne(folder) {
  const options = { ...(await findOrFetchRedis()), dataDir: join(folder, 'redis') };
  let server = await launchRedisServer(options);
  const { url, port } = server;
  return {
    lines: { settlement: `db_path = "${url}"\n` },
    url,
    dataDir: options.dataDir,
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    startFrom: async (dataDir) => {
      server = await launchRedisServer({ ...options, dataDir, port });
    },
    stop: () => server.stop(),
  };
}

async function launchSentinels(folder) {
  const options = { ...(await findOrFetchRedis()), dataDir: join(folder, 'redis'), replicas: 2, downAfterMs: DOWN_AFTER_MS };
  const world = await launchRedisSentinels({ ...options, settings: { 'min-replicas-to-write': '1' } });
  const hosts = world.sentinels.map(({ host, port }) => `"${host}:${port}"`).join(', ');
  return {
    world,
    lines: {
      outbox: 'min_replicas = 1\nallow_cut_off_loss = true\n',
      tables: `[redis.sentinel]\nname = "${world.name}"\nhosts = [${hosts}]\n`,
    },
    stop: () => world.stop(),
  };
}

/** The commands of the page, typed as an operator does. */
async function operatorOf(variables) {
  const page = await readFile(REDIS_PAGE, 'utf8');
  const { command, env } = await findOrFetchRedis();
  const path = [dirname(command), process.env.PATH ?? ''].join(delimiter);
  return async (name) => {
    const [, commands] = new RegExp(`<!-- run: ${name} -->\\n+\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
    if (commands === undefined) throw new Error(`docs/redis.md has no commands to ${name}`);
    await promisify(execFile)('sh', ['-euc', commands], { env: { ...env, ...variables, PATH: path } });
  };
}

async function restoreOlderCopy({ fleet, redis, folder, load }) {
  const [BACKUP, MARK, REDIS_DATA] = [join(folder, 'backup'), join(folder, 'mark.json'), join(folder, 'restored')];
  await (
    await operatorOf({ REDIS_URL: redis.url, REDIS_DATA: redis.dataDir, BACKUP })
  )('back up');
  await wait(pauseMs);
  load.strikesNow();
  await redis.kill();
  await mkdir(REDIS_DATA);
  const operate = await operatorOf({ REDIS_URL: redis.url, REDIS_DATA, BACKUP, MARK });
  await operate('restore');
  await redis.startFrom(REDIS_DATA);
  await fleet.stop();
  await wait(2 * SKEW_SECONDS * 1_000);
  await operate('accept the older copy');
  await fleet.startAgain();
}

/** Callers that ask at a steady rate, and what they heard. */
function startLoad({ manifest, fleet }) {
  const ofBalancer = { ...manifest, get gatewayUrl() { return fleet.balancer.next(); } }; // prettier-ignore
  const caller = createCaller({ manifest: ofBalancer, keyName: 'subscriptionOwner', signaturesRequired: QUORUM });
  const asked = [];
  let isOver = false;
  let struckAtMs = Number.POSITIVE_INFINITY;
  const lane = async () => {
    while (!isOver) {
      const round = caller.prepare(priceConfig(manifest));
      const answer = await caller.ask(round);
      const isServed = answer.status === 200 && caller.verifies(round, answer);
      asked.push({ round, isServed, status: answer.status, endedAtMs: performance.now() });
      await wait(PAUSE_MS);
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  const served = () => asked.filter(({ isServed }) => isServed);
  const untilServed = async (count) => {
    const deadlineMs = performance.now() + GIVEN_UP_AFTER_MS;
    while (served().length < count) {
      if (performance.now() > deadlineMs) throw new Error('no round was served in time');
      await wait(50);
    }
  };
  return {
    caller,
    asked,
    served,
    untilServed,
    strikesNow() {
      struckAtMs = performance.now();
    },
    longestGapMs() {
      const times = [
        struckAtMs,
        ...served()
          .map(({ endedAtMs }) => endedAtMs)
          .filter((ms) => ms > struckAtMs),
      ].sort((a, b) => a - b);
      return Math.max(...times.slice(1).map((ms, place) => ms - times[place]));
    },
    async end() {
      isOver = true;
      await running;
    },
  };
}

/** The rounds of these that have a receipt on the ledger. */
async function withReceipt(manifest, owner, rounds) {
  const found = new Set();
  for (let from = 0; from < rounds.length; from += ACCOUNTS_AT_ONCE) {
    const part = rounds.slice(from, from + ACCOUNTS_AT_ONCE);
    const addresses = part.map(({ round: { sourceId, timestampSeconds } }) =>
      formatAddress(
        roundAddress({
          programId: parseAddress(manifest.programId),
          feedOwner: owner,
          sourceId,
          signaturesRequired: QUORUM,
          timestampSeconds,
        }),
      ),
    );
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getMultipleAccounts', params: [addresses, { encoding: 'base64', commitment: 'confirmed' }] }); // prettier-ignore
    const answer = await fetch(manifest.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result } = await answer.json();
    for (const [place, account] of result.value.entries()) if (account !== null) found.add(part[place]);
  }
  return found;
}

/** Served rounds without a receipt, once no more come. */
async function lostOf(manifest, { caller, served }) {
  const deadlineMs = performance.now() + SETTLE_PATIENCE_MS;
  for (;;) {
    const left = served().length - (await withReceipt(manifest, caller.owner, served())).size;
    if (left === 0 || performance.now() > deadlineMs) return left;
    await wait(500);
  }
}

/** Served requests that are served again when they are sent again. */
async function doubledOf({ caller, served }) {
  let doubled = 0;
  for (const { round } of served()) if ((await caller.ask(round)).status === 200) doubled += 1;
  return doubled;
}

async function judge({ manifest, manifestPath }, name, { what, launch, strike, losesByNature = false }) {
  const folder = await mkdtemp(join(tmpdir(), 'operations-'));
  const redis = await launch(folder);
  let fleet;
  try {
    const markPath = join(folder, 'mark.json');
    fleet = await startFleet({ manifestPath, name, redis: redis.lines, markPath, skewSeconds: SKEW_SECONDS });
    const load = startLoad({ manifest, fleet });
    await load.untilServed(lanes * 5);
    await wait(pauseMs);
    load.strikesNow();
    const startedAtMs = performance.now();
    await strike({ fleet, redis, folder, load });
    await load.untilServed(load.served().length + lanes * 5);
    const tookMs = performance.now() - startedAtMs;
    await wait(pauseMs);
    await load.end();
    const lost = await lostOf(manifest, load);
    const refused = load.asked.filter(({ isServed }) => !isServed);
    const unheard = (await withReceipt(manifest, load.caller.owner, refused)).size;
    const doubled = await doubledOf(load);
    await load.caller.close();
    const isFaulty = doubled > 0 || (lost > 0 && !losesByNature);
    const [asked, served, gap] = [load.asked.length, load.served().length, load.longestGapMs()];
    return { isFaulty, cells: [what, asked, served, refused.length, unheard, lost, doubled, seconds(gap), seconds(tookMs)] };
  } finally {
    await fleet?.close();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function seconds(ms) {
  return `${fixed(ms / 1_000, 1)} s`;
}

const chosen = flags.only?.split(',') ?? Object.keys(STEPS);
if (!chosen.every((name) => name in STEPS)) throw new Error(`--only: must be some of ${Object.keys(STEPS).join(', ')}`);
const world = await startBuiltWorld();
try {
  const manifest = await world.readManifest();
  await endWorkersOf(manifest);
  process.kill(manifest.pids.gateway, 'SIGTERM');
  const outcomes = [];
  for (const name of chosen) {
    outcomes.push(await judge({ manifest, manifestPath: world.manifestPath }, name, STEPS[name]));
    console.error(outcomes.at(-1).cells.join(', '));
  }
  console.log(`${machine()}; ${lanes} callers, quorum ${QUORUM} of ${manifest.nodes.length} nodes, skew ${SKEW_SECONDS} s:\n`);
  const heads = ['step', 'asked', 'served', 'refused', 'of these charged', 'lost', 'doubled', 'longest gap', 'time of the step'];
  console.log(row(heads));
  console.log(row(heads.map(() => '---')));
  for (const { cells } of outcomes) console.log(row(cells));
  if (outcomes.some(({ isFaulty }) => isFaulty)) process.exitCode = 1;
} finally {
  await world.close();
}

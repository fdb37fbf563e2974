#!/usr/bin/env node
// What it costs a gateway that many wait for the settlement of one round: commands to Redis and CPU time of the gateway, from the round's
// answer until all know. By events, by asking again and again as a client without events does, and not at all. They take turns. Linux only.
// usage: node bench/watched-rounds.mjs [--rounds 8] [--warm-up 2] [--watchers 100] [--quorum 3]
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectRedis } from '@oracle-gateway/outbox';
import { Agent, request } from 'undici';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller } from './world/caller.mjs';
import { fixed, machine, row } from './world/figures.mjs';
import { cpuOf } from './world/process-cpu.mjs';
import { serveRound } from './world/serve-rounds.mjs';

/** Every round has as long, so that what a gateway and a worker do by themselves is the same for all. */
const WINDOW_MS = 3_000;
const PATIENCE_MS = 30_000;
/** As the client waits between two questions. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 3_000;
const WAIT_FACTOR = 1.5;
const SETTLED = '"state":"settled"';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    'warm-up': { type: 'string', default: '2' },
    watchers: { type: 'string', default: '100' },
    quorum: { type: 'string', default: '3' },
  },
});
const [rounds, warmUp, watchers, quorum] = [flags.rounds, flags['warm-up'], flags.watchers, flags.quorum].map(Number);

const world = await startBuiltWorld();
const dispatcher = new Agent();
try {
  const manifest = await world.readManifest();
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired: quorum });
  const redis = connectRedis(manifest.redisUrl);
  const variants = [
    { name: 'not watched', watch: null, samples: [] },
    { name: `asked again and again by ${watchers}`, watch: pollUntilSettled, samples: [] },
    { name: `told by events to ${watchers}`, watch: readUntilSettled, samples: [] },
  ];
  for (let turn = -warmUp; turn < rounds; turn += 1) {
    for (const { watch, samples } of turn % 2 === 0 ? variants : variants.toReversed()) {
      const sample = await measure({ manifest, caller, redis, watch });
      if (turn >= 0) samples.push(sample);
    }
  }
  console.log(`${machine()}, ${rounds} rounds of each after ${warmUp}, quorum ${quorum} of ${manifest.nodes.length} nodes\n`);
  const heads = [
    'a round until it is settled',
    'requests',
    'commands to Redis',
    'beyond one not watched',
    'CPU ms of the gateway',
    'beyond one not watched',
  ];
  console.log(`${row(heads)}\n${row(heads.map(() => '---'))}`);
  const [bare] = variants;
  for (const variant of variants) {
    const mean = (what, { samples } = variant) => samples.reduce((sum, sample) => sum + sample[what], 0) / samples.length;
    const beyond = (what) => fixed(mean(what) - mean(what, bare), 0);
    const cells = [fixed(mean('requests')), fixed(mean('commands')), beyond('commands'), fixed(mean('cpuMs')), beyond('cpuMs')];
    console.log(row([variant.name, ...cells]));
  }
  redis.disconnect();
  await caller.close();
} finally {
  await dispatcher.destroy();
  await world.close();
}

async function measure({ manifest, caller, redis, watch }) {
  const roundId = await serveRound({ caller, manifest });
  const url = `${manifest.gatewayUrl}/v1/rounds/${roundId}`;
  const before = await counts({ manifest, redis });
  const counted = { requests: 0 };
  const all = watch === null ? [] : Array.from({ length: watchers }, () => watch(url, counted));
  await Promise.all([wait(WINDOW_MS), ...all]);
  const after = await counts({ manifest, redis });
  // The question for the count is itself one command.
  return { requests: counted.requests, commands: after.commands - before.commands - 1, cpuMs: after.cpuMs - before.cpuMs };
}

async function counts({ manifest, redis }) {
  const commands = Number(/^total_commands_processed:(\d+)/m.exec(await redis.info('stats'))?.[1]);
  const { gateway } = manifest.pids;
  return { commands, cpuMs: (await cpuOf([gateway])).get(gateway) };
}

async function pollUntilSettled(url, counted) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * WAIT_FACTOR)) {
    counted.requests += 1;
    const { statusCode, body } = await request(url, { dispatcher, signal });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`a record was not read: ${statusCode} ${text}`);
    if (text.includes(SETTLED)) return;
    await wait(waitMs, undefined, { signal });
  }
}

/** The watcher leaves once it is told of the settlement. */
async function readUntilSettled(url, counted) {
  counted.requests += 1;
  const { statusCode, body } = await request(`${url}/events`, { dispatcher, signal: AbortSignal.timeout(PATIENCE_MS) });
  if (statusCode !== 200) throw new Error(`a round was not watched: ${statusCode} ${await body.text()}`);
  let text = '';
  for await (const chunk of body.setEncoding('utf8')) {
    text += chunk;
    if (text.includes(SETTLED)) return;
  }
  throw new Error('the events of a round ended before it was settled');
}

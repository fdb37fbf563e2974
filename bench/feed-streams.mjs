#!/usr/bin/env node
// Measures readers of one public feed who all hold a stream: what the gateway process needs for each, how many connections of Redis listen, and how
// late the last reader hears of a value. A keeper writes the values. Readers have five streams each, on addresses of 127.0.0.0/8. Linux only.
// usage: node bench/feed-streams.mjs [--streams 1000] [--values 3]
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectRedis } from '@oracle-gateway/outbox';
import { startBuiltWorld } from './world/built-world.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { cpuOf } from './world/process-cpu.mjs';

const { values: flags } = parseArgs({
  options: { streams: { type: 'string', default: '1000' }, values: { type: 'string', default: '3' } },
});
const [streams, values] = [Number(flags.streams), Number(flags.values)];
const FEED = 'open-meteo/temperature-berlin';
const STREAMS_OF_ADDRESS = 5;
const MIB = 1024 * 1024;
/** The keeper has the feed renewed each 45 s. */
const PATIENCE_MS = 120_000;
/** Garbage of the opening is collected by then. */
const REST_MS = 5_000;

const world = await startBuiltWorld({ keepsFeeds: true });
const manifest = await world.readManifest();
const { gatewayUrl, redisUrl, pids } = manifest;
const redis = connectRedis(redisUrl);
const agent = new Agent({ keepAlive: false, maxSockets: streams });
/** The events of each reader: the id, and when it came. */
const told = Array.from({ length: streams }, () => new Map());
try {
  const feedId = await publicFeed();
  const before = {
    bytes: await memoryOf(pids.gateway),
    listening: await listening(),
    cpuMs: (await cpuOf([pids.gateway])).get(pids.gateway),
  };
  for (let first = 0; first < streams; first += 50) {
    await Promise.all(Array.from({ length: Math.min(50, streams - first) }, (_, place) => open(first + place, feedId)));
  }
  await wait(REST_MS);
  const after = { bytes: await memoryOf(pids.gateway), listening: await listening() };
  const seen = new Set(told.flatMap((events) => [...events.keys()]));
  const deadlineMs = performance.now() + values * PATIENCE_MS;
  const complete = () => [...told[0].keys()].filter((id) => !seen.has(id) && told.every((events) => events.has(id)));
  while (complete().length < values && performance.now() < deadlineMs) await wait(100);
  const heard = complete();
  if (heard.length < values) throw new Error(`${heard.length} of ${values} values reached every reader`);
  const latest = await memoryOf(pids.gateway);
  const cpuMs = (await cpuOf([pids.gateway])).get(pids.gateway) - before.cpuMs;
  const lags = heard.map((id) => {
    const times = told.map((events) => events.get(id) ?? Number.NaN);
    return Math.max(...times) - Number(id);
  });
  console.log(`${machine()}; ${streams} streams of ${Math.ceil(streams / STREAMS_OF_ADDRESS)} addresses, ${heard.length} values\n`);
  console.log(row(['measurement', 'value']));
  console.log(row(['---', '--:']));
  console.log(row(['memory of the gateway for all streams, MiB', fixed((after.bytes - before.bytes) / MIB, 1)]));
  console.log(row(['the same after the values, once the heap was collected', fixed((latest - before.bytes) / MIB, 1)]));
  console.log(row(['KiB a stream', fixed((after.bytes - before.bytes) / 1024 / streams, 1)]));
  console.log(row(['connections of Redis that listen', String(after.listening)]));
  console.log(row(['the last reader hears of a value after its answer was kept, ms: median', fixed(quantile(lags, 0.5))]));
  console.log(row(['CPU of the gateway since the first stream, ms', fixed(cpuMs)]));
} finally {
  agent.destroy();
  redis.disconnect();
  await world.close();
}

/** The feed, once it has a value. */
async function publicFeed() {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (performance.now() < deadlineMs) {
    const { data } = await (await fetch(`${gatewayUrl}/v1/feeds`)).json();
    const feed = data.feeds.find((one) => one.feed === FEED);
    if (feed?.latest) return feed.feedId;
    await wait(500);
  }
  throw new Error(`${FEED} has no value`);
}

/** Opens a stream and resolves with its first event. */
function open(reader, feedId) {
  const place = Math.floor(reader / STREAMS_OF_ADDRESS);
  const localAddress = `127.0.${1 + Math.floor(place / 250)}.${1 + (place % 250)}`;
  return new Promise((resolve, reject) => {
    const request = get(`${gatewayUrl}/v1/feeds/${feedId}/stream`, { agent, localAddress }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`stream ${reader}: status ${response.statusCode}`));
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
        const end = text.lastIndexOf('\n\n');
        for (const [, id] of text.slice(0, Math.max(0, end)).matchAll(/^id: (\d+)$/gm)) {
          told[reader].set(id, Date.now());
          resolve();
        }
        if (end !== -1) text = text.slice(end + 2);
      });
    });
    request.on('error', reject);
  });
}

/** Resident memory that is the process's own, bytes. */
async function memoryOf(pid) {
  const [, kib = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}

async function listening() {
  const clients = await redis.client('LIST');
  return clients.split('\n').filter((line) => / sub=[1-9]/.test(line)).length;
}

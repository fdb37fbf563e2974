#!/usr/bin/env node
// Records what Prometheus would scrape of a world under load, for the test of the dashboard's queries: gateway, worker and one node.
// usage: node deploy/grafana/record-run.mjs [--scrapes 6]
import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBuiltWorld } from '../../bench/world/built-world.mjs';
import { createCaller, priceConfig } from '../../bench/world/caller.mjs';
import { freePort } from '../../packages/dev-servers/dist/index.js';
import { queriesOf } from './dashboards.mjs';
import { metricsIn, SCRAPE_SECONDS } from './judged-queries.mjs';

const OUT = fileURLToPath(new URL('recorded-run.json', import.meta.url));
const SAMPLE = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/;

const { values: flags } = parseArgs({ options: { scrapes: { type: 'string', default: '6' } } });
const wanted = new Set(queriesOf('1m').flatMap(({ expr }) => metricsIn(expr)));
const recorded = {};

const world = await startBuiltWorld();
try {
  const manifest = await world.readManifest();
  const targets = {
    gateway: manifest.metricsUrls.gateway,
    'settlement-worker': manifest.metricsUrls.worker,
    'oracle-node': await nodeMetrics(manifest),
  };
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
  const load = { isOver: false };
  const serving = keepServing(caller, manifest, load);
  for (let scrape = 0; scrape < Number(flags.scrapes); scrape += 1) {
    await Promise.all(Object.entries(targets).map(([job, url]) => record(job, url)));
    await wait(SCRAPE_SECONDS * 1_000);
  }
  load.isOver = true;
  await serving;
  await caller.close();
} finally {
  await world.close();
}
// A series that came later has no value for the first scrapes.
const scrapes = Number(flags.scrapes);
const series = Object.entries(recorded)
  .map(
    ([name, values]) =>
      `  ${JSON.stringify(name)}: ${JSON.stringify([...Array(scrapes - values.length).fill('_'), ...values]).replaceAll(',', ', ')}`,
  )
  .sort();
await writeFile(OUT, `{\n${series.join(',\n')}\n}\n`);
console.log(`${series.length} series of ${wanted.size} metrics, ${scrapes} scrapes: ${OUT}`);

async function record(job, url) {
  const text = await (await fetch(url)).text();
  for (const line of text.split('\n')) {
    const [, name, labels, value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || !wanted.has(name) || Number.isNaN(Number(value))) continue;
    const key = `${name}{job="${job}"${labels === undefined ? '' : `,${labels}`}}`;
    (recorded[key] ??= []).push(value === '+Inf' ? value : Number(value));
  }
}

async function keepServing(caller, manifest, load) {
  while (!load.isOver) await caller.ask(caller.prepare(priceConfig(manifest)));
}

/** The world's nodes serve no metrics: one is started again with a listener. */
async function nodeMetrics(manifest) {
  const port = await freePort();
  const config = join(dirname(world.manifestPath), 'config', 'node-0.toml');
  await appendFile(config, `\n[metrics]\nhost = "127.0.0.1"\nport = ${port}\n`);
  const answer = await fetch(`${manifest.controlUrl}/restart`, { method: 'POST', body: JSON.stringify({ what: 'node', index: 0 }) });
  if (!answer.ok) throw new Error(`the node was not started again: ${await answer.text()}`);
  return `http://127.0.0.1:${port}/metrics`;
}

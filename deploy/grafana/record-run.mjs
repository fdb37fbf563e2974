#!/usr/bin/env node
// Records what Prometheus scrapes of a whole world under load, with the scrape jobs that are shipped, for the test of the dashboards' queries.
// usage: node deploy/grafana/record-run.mjs [--scrapes 6]      it needs Debian or Ubuntu
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDrilledWorld } from '../drills/drilled-world.mjs';
import { startLoad } from '../drills/load.mjs';
import { startWatch } from '../drills/watch.mjs';
import { queriesOf } from './dashboards.mjs';
import { metricsIn, SCRAPE_SECONDS } from './judged-queries.mjs';

const OUT = fileURLToPath(new URL('recorded-run.json', import.meta.url));
const ABSENT = '_';
/** Keepers have written each feed once by then. */
const WARM_UP_MS = 90_000;

const { values: flags } = parseArgs({ options: { scrapes: { type: 'string', default: '6' } } });
const scrapes = Number(flags.scrapes);
const wanted = [...new Set(queriesOf('1m').flatMap(({ expr }) => metricsIn(expr)))].sort();

const drilled = await startDrilledWorld();
try {
  const { manifest } = drilled.world;
  const watch = await startWatch({ targets: drilled.targets(), redisUrl: manifest.redisUrl, scrapeSeconds: SCRAPE_SECONDS });
  const load = await startLoad({ manifest });
  await wait(WARM_UP_MS);
  const fromSeconds = Math.ceil(Date.now() / 1_000);
  // One scrape more, so that the last has come.
  await wait((scrapes + 1) * SCRAPE_SECONDS * 1_000);
  const times = Array.from({ length: scrapes }, (_, index) => fromSeconds + index * SCRAPE_SECONDS);
  const recorded = {};
  for (const metric of wanted) {
    for (const { labels, values } of await watch.queryRange(metric, { fromSeconds, toSeconds: times.at(-1), stepSeconds: SCRAPE_SECONDS }))
      recorded[nameOf(labels)] = times.map((time) => notationOf(values.get(time)));
  }
  await load.stop();
  await watch.close();
  await writeFile(OUT, textOf(recorded));
  console.log(`${Object.keys(recorded).length} series of ${wanted.length} metrics, ${scrapes} scrapes: ${OUT}`);
} finally {
  await drilled.close();
}

/** A value in the notation of promtool; JSON has no NaN. */
function notationOf(value) {
  if (value === undefined) return ABSENT;
  return Number.isNaN(value) ? 'NaN' : value;
}

/** The series in the notation of PromQL. An instance is a port, which another run has not: its job and its place among its targets. */
function nameOf({ __name__: name, instance, ...labels }) {
  const place = drilledInstances(labels.job).indexOf(instance);
  const named = { instance: `${labels.job}-${place === -1 ? 0 : place}`, ...labels };
  const text = Object.entries(named).map(([label, value]) => `${label}=${JSON.stringify(value)}`).sort(); // prettier-ignore
  return `${name}{${text.join(',')}}`;
}

function drilledInstances(job) {
  return (drilled.targets()[job] ?? []).map((url) => new URL(url).host);
}

function textOf(recorded) {
  const lines = Object.entries(recorded).map(
    ([name, values]) => `  ${JSON.stringify(name)}: ${JSON.stringify(values).replaceAll(',', ', ')}`,
  );
  return `{\n${lines.sort().join(',\n')}\n}\n`;
}

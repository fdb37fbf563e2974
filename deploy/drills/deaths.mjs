#!/usr/bin/env node
// Kills each process of a world under load, one after the other, and stalls its ledger. Each has to page once, by the alert that names it, within
// three minutes. Answers that one caller brings on itself page no operator. Prometheus and Alertmanager run as they are shipped.
// usage: node deploy/drills/deaths.mjs [--only gateway,redis]      it takes six minutes for each, and needs Debian or Ubuntu
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCaller, fresh, slowConfig } from '../../bench/world/caller.mjs';
import { ALERTS } from '../prometheus/alerts.mjs';
import { startDrilledWorld } from './drilled-world.mjs';
import { startLane, startLoad } from './load.mjs';
import { startWatch } from './watch.mjs';

/** Some scrapes, so that rates have values. */
const WARM_UP_MS = 60_000;
/** The longest window of a page. */
const SERVED_HOURS = 6;
const WITHIN_MS = 180_000;
/** A failure lasts as long as a page may take: a second page would come meanwhile. */
const LASTS_MS = WITHIN_MS;
const RESOLVES_WITHIN_MS = 300_000;
const READ_EVERY_MS = 1_000;
/** Severities that an operator hears of, the worst first. */
const SEVERITIES = ['page', 'ticket'];
/** More than one caller's share of a gateway's places. */
const GREEDY_ROUNDS = 80;
const SLOW_MS = 6_000;

/** Failures of the world, and the alert that has to name each; null: no page. */
const CASES = {
  gateway: { alert: 'OracleGatewayDown', ...killed('gateway') },
  worker: { alert: 'OracleWorkerDown', ...killed('worker') },
  node: { alert: 'OracleNodeDown', ...killed('node') },
  quorum: { alert: 'OracleNodesSilent', ...killed('quorum') },
  'smallest-quorum': { alert: 'OracleNodesSilent', ...killed('smallest-quorum') },
  keeper: { alert: 'OracleKeeperDown', ...killed('keeper') },
  redis: { alert: 'OracleRedisDown', ...killed('redis') },
  facilitator: { alert: 'OracleFacilitatorDown', ...killed('facilitator') },
  ledger: {
    alert: 'OracleLedgerDown',
    begin: (drilledWorld) => drilledWorld.stallLedger(),
    end: (drilledWorld) => drilledWorld.resumeLedger(),
  },
  caller: { alert: null, begin: (drilledWorld) => drilledWorld.beginGreed(), end: (drilledWorld) => drilledWorld.endGreed() },
};

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: Object.keys(CASES).join(',') } } });
const chosen = flags.only.split(',');
const unknown = chosen.find((name) => CASES[name] === undefined);
if (unknown !== undefined) throw new Error(`--only: has no ${unknown}; it takes ${Object.keys(CASES).join(', ')}`);

const drilled = withGreed(await startDrilledWorld());
const rows = [];
try {
  const { manifest } = drilled.world;
  const load = await startLoad({ manifest });
  for (const name of chosen) {
    console.log(`… ${name}`);
    rows.push(await drill(name, load));
    print(rows.at(-1));
  }
  await load.stop();
} finally {
  await drilled.close();
}
console.log(table(rows));
process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;

function killed(part) {
  return { begin: (drilledWorld) => drilledWorld.kill(part), end: (drilledWorld) => drilledWorld.start(part) };
}

/** Each case has a Prometheus and an Alertmanager of its own: neither has seen another failure. */
async function drill(name, load) {
  const { alert, begin, end } = CASES[name];
  const watch = await startWatch({ targets: drilled.targets(), redisUrl: drilled.world.manifest.redisUrl, servedHours: SERVED_HOURS });
  try {
    await wait(WARM_UP_MS);
    const before = (await firing(watch)).map(({ alertname }) => alertname);
    const idle = Object.entries(load.take()).filter(([, { served }]) => served === 0);
    if (idle.length > 0) throw new Error(`before the failure no round was served: ${idle.map(([path]) => path).join(', ')}`);
    const beganAtMs = Date.now();
    await begin(drilled);
    await wait(LASTS_MS);
    const seen = await firing(watch);
    const answers = load.take();
    const endedAtMs = Date.now();
    await end(drilled);
    const resolvedSeconds = await untilQuiet(watch, endedAtMs);
    // A page that comes while the world recovers counts too.
    const told = watch.notifications
      .filter(({ atMs, status }) => atMs >= beganAtMs && status === 'firing')
      .map((one) => summaryOf(one, beganAtMs))
      .filter(({ severity }) => SEVERITIES.includes(severity));
    return { name, alert, before, told, seen, answers, resolvedSeconds, holds: holds({ alert, before, told, resolvedSeconds }) };
  } finally {
    await watch.close();
  }
}

function holds({ alert, before, told, resolvedSeconds }) {
  const pages = told.filter(({ isPage }) => isPage);
  if (before.length > 0 || resolvedSeconds === null) return false;
  if (alert === null) return pages.length === 0;
  const severity = ALERTS.find((one) => one.alert === alert)?.severity;
  const [first] = told.filter(({ alerts }) => alerts.includes(alert));
  return first !== undefined && first.seconds * 1_000 <= WITHIN_MS && pages.length === (severity === 'page' ? 1 : 0);
}

function summaryOf({ atMs, groupLabels, alerts }, beganAtMs) {
  const live = alerts.filter(({ status }) => status === 'firing').map(({ labels }) => labels);
  const severity = SEVERITIES.find((one) => live.some((labels) => labels.severity === one));
  return {
    seconds: Math.round((atMs - beganAtMs) / 1_000),
    group: Object.values(groupLabels).join(' '),
    alerts: [...new Set(live.map(({ alertname }) => alertname))],
    severity,
    isPage: severity === 'page',
  };
}

async function firing(watch) {
  const samples = await watch.query('count by (alertname, severity) (ALERTS{alertstate="firing"})');
  return samples.map(({ labels, value }) => ({ ...labels, count: value })).filter(({ severity }) => SEVERITIES.includes(severity));
}

/** Seconds until no page fires, null where one still does at the end. */
async function untilQuiet(watch, endedAtMs) {
  while (Date.now() - endedAtMs < RESOLVES_WITHIN_MS) {
    if ((await firing(watch)).every(({ severity }) => severity !== 'page')) return Math.round((Date.now() - endedAtMs) / 1_000);
    await wait(READ_EVERY_MS);
  }
  return null;
}

/** One caller that has more than its share at once, and one whose source is dead. */
function withGreed(world) {
  let lanes = [];
  return {
    ...world,
    beginGreed() {
      const { manifest } = world.world;
      const caller = createCaller({ manifest, keyName: 'otherOwner' });
      const dead = { url: `${manifest.sources.echo}/?status=500&${fresh()}`, method: 'GET', responseParser: '$.price' };
      const ask = async (source) => (await caller.ask(caller.prepare(source))).status === 200;
      lanes = [
        startLane('greedy', () => ask(slowConfig(manifest, SLOW_MS)), { everyMs: SLOW_MS / GREEDY_ROUNDS, maxOpen: GREEDY_ROUNDS }),
        startLane('dead source', () => ask(dead), { everyMs: 20_000 }),
      ];
    },
    endGreed: () => Promise.all(lanes.map((lane) => lane.stop())),
  };
}

function print({ name, before, told, seen, answers, resolvedSeconds }) {
  if (before.length > 0) console.log(`  ${name}: fired before: ${before.join(', ')}`);
  for (const { seconds, group, alerts, isPage } of told)
    console.log(`  ${seconds} s  ${isPage ? 'page' : 'ticket'}  [${group}] ${alerts.join(', ')}`);
  console.log(`  fires at the end: ${seen.map(({ alertname, count }) => `${alertname}×${count}`).join(', ') || '–'}`);
  console.log(
    `  served ${Object.entries(answers)
      .map(([path, { served, asked }]) => `${path} ${served}/${asked}`)
      .join(', ')}`,
  );
  console.log(`  no page fires ${resolvedSeconds === null ? `within ${RESOLVES_WITHIN_MS / 1_000} s` : `after ${resolvedSeconds} s`}`);
}

function table(all) {
  const lines = all.map(({ name, alert, told, resolvedSeconds, holds: isRight }) => {
    const pages = told.filter(({ isPage }) => isPage);
    const tickets = told.filter(({ isPage }) => !isPage);
    const cell = (list) => list.map(({ seconds, alerts }) => `${alerts.join(' + ')} after ${seconds} s`).join('; ') || '–';
    return [
      name,
      alert ?? 'no page',
      String(pages.length),
      cell(pages),
      cell(tickets),
      resolvedSeconds === null ? '–' : `${resolvedSeconds} s`,
      isRight ? 'yes' : 'NO',
    ];
  });
  const header = ['dead or stalled', 'has to tell', 'pages', 'which', 'tickets', 'quiet after', 'holds'];
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

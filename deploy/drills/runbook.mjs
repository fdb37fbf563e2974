#!/usr/bin/env node
// Drills the pages of docs/runbook.md in a world: it makes the situation of a page, and shows that its alert's expression is true. It types the
// commands of the page, prints what they print, and shows that the situation ends.
// usage: node deploy/drills/runbook.mjs [--only OracleSettlementHeld]      it needs Debian or Ubuntu
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ALERTS, RECORDS } from '../prometheus/alerts.mjs';
import { startDrilledWorld } from './drilled-world.mjs';
import { startLoad } from './load.mjs';
import { NOT_DRILLED, SITUATIONS } from './pages.mjs';
import { createRoom } from './room.mjs';
import { runbookPages } from './runbook-page.mjs';
import { startWatch } from './watch.mjs';

const SCRAPE_SECONDS = 3;
/** A counter that no longer rises is over after this window, and not after the hours of an alert. */
const SHORT_WINDOW = '30s';

const { values: flags } = parseArgs({ options: { only: { type: 'string' } } });
const only = flags.only?.split(',');
const pages = runbookPages(await readFile(join(import.meta.dirname, '..', '..', 'docs', 'runbook.md'), 'utf8'));
const chosen = SITUATIONS.filter((one) => only === undefined || Object.keys(one.pages).some((page) => only.includes(page)));

const outcomes = [];
for (const situations of worldsOf(chosen)) outcomes.push(...(await drillInWorld(situations)));
const failed = outcomes.filter(({ error }) => error !== null);
for (const { page, error } of failed) console.error(`${page}: ${error}`);
console.log(`\n${outcomes.length} pages drilled, ${failed.length} failed; without a drill: ${Object.keys(NOT_DRILLED).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** The situations by their worlds. */
function worldsOf(situations) {
  const worlds = [[]];
  for (const situation of situations) {
    if (situation.needsNewWorld === true) worlds.push([]);
    worlds.at(-1).push(situation);
  }
  return worlds.filter((world) => world.length > 0);
}

async function drillInWorld(situations) {
  const drilled = await startDrilledWorld({ rpcServers: 2 });
  try {
    const { manifest } = drilled.world;
    const watch = await startWatch({ targets: drilled.targets(), redisUrl: manifest.redisUrl, scrapeSeconds: SCRAPE_SECONDS });
    const load = await startLoad({ manifest });
    const room = createRoom({ drilled, watch, load, pages, say: console.log });
    await room.becomeAdministrator();
    const found = [];
    for (const situation of situations) found.push(...(await drill(situation, room)));
    await load.stop();
    await watch.close();
    return found;
  } finally {
    await drilled.close();
  }
}

/** The outcome of every page of a situation: null, or an error. Pages are drilled in their order, so that one may go on from another. */
async function drill({ situation, commandsOnly, make, pages: acts, end }, room) {
  console.log(`\n## ${situation}`);
  const names = Object.keys(acts);
  const errors = Object.fromEntries(names.map((page) => [page, null]));
  const attempt = async (concerned, action) => {
    try {
      await action();
    } catch (error) {
      console.log(`FAILED: ${error.message}`);
      for (const page of concerned) errors[page] ??= error.message.split('\n')[0];
    }
  };
  await attempt(names, () => make?.(room));
  for (const page of names.filter((name) => errors[name] === null)) {
    console.log(`\n# ${page}`);
    await attempt([page], async () => {
      if (commandsOnly === undefined) await showsTrue(page, room);
      else console.log(`its commands alone: ${commandsOnly}`);
      await acts[page](room);
      const untyped = room.untyped(page);
      if (untyped.length > 0) throw new Error(`the drill does not type: ${untyped.join('; ')}`);
    });
  }
  await attempt(names, () => end?.(room));
  if (commandsOnly === undefined)
    for (const page of names.filter((name) => errors[name] === null)) await attempt([page], () => showsEnd(page, room));
  return names.map((page) => ({ page, error: errors[page] }));
}

async function showsTrue(page, room) {
  const alert = ALERTS.find((one) => one.alert === page);
  if (alert === undefined) return;
  const beganAtMs = Date.now();
  const [sample] = await room.until(`${page} is true`, async () => {
    const samples = await room.query(alert.expr);
    return samples.length > 0 && samples;
  });
  console.log(`${page} is true after ${Math.round((Date.now() - beganAtMs) / 1_000)} s: ${JSON.stringify(sample.labels)} ${sample.value}`);
}

async function showsEnd(page, room) {
  const alert = ALERTS.find((one) => one.alert === page);
  if (alert === undefined) return;
  const expr = spelledOut(alert.expr).replaceAll(/\[\d+[smhd]\]/g, `[${SHORT_WINDOW}]`);
  await room.until(`${page} is over`, async () => (await room.query(expr)).length === 0);
  console.log(`${page} is over`);
}

/** An expression without recorded ones, so that every window is in it. Records may be made of records. */
function spelledOut(expr) {
  const whole = RECORDS.reduce(
    (text, { record, expr: recorded }) => text.replaceAll(new RegExp(`\\b${record}\\b`, 'g'), `(${recorded})`),
    expr,
  );
  return whole === expr ? expr : spelledOut(whole);
}

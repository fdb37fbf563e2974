#!/usr/bin/env node
// Measures the first visit of each place of the page in Chromium, on a slow line and a slow processor as Lighthouse simulates a phone: first and
// largest paint, blocked time, shifts of the layout, and bytes. The score is Lighthouse's, without its speed index: the other four by their weights.
// axe judges each place afterwards. Needs a build, and Chromium as chromium on PATH or at CHROMIUM_PATH.
// usage: node bench/page-speed.mjs [--visits 3] [--line slow-4g|none]
import { parseArgs } from 'node:util';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { launch } from 'puppeteer-core';
import { startBuiltWorld } from './world/built-world.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';

const { values: flags } = parseArgs({
  options: { visits: { type: 'string', default: '3' }, line: { type: 'string', default: 'slow-4g' } },
});
const visits = Number(flags.visits);
const isSlow = flags.line === 'slow-4g';
/** Lighthouse's phone: 150 ms a round trip, 1.6 Mbit/s down and 0.75 up, a quarter of the processor. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const CPU_SLOWDOWN = 4;
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const REST_MS = 3_000;
/** Each measure has its weight, the value of a score of 0.9, and that of 0.5. */
const SCORED = {
  firstPaintMs: [0.1, 1_800, 3_000],
  largestPaintMs: [0.25, 2_500, 4_000],
  blockedMs: [0.3, 200, 600],
  shift: [0.25, 0.1, 0.25],
};

/** Runs in the page, before anything of it. */
const OBSERVE = `
  const measured = { firstPaintMs: Number.NaN, largestPaintMs: Number.NaN, blockedMs: 0, shift: 0 };
  window.measured = measured;
  const each = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') measured.firstPaintMs = startTime;
  });
  each('largest-contentful-paint', ({ startTime }) => (measured.largestPaintMs = startTime));
  each('longtask', ({ duration }) => (measured.blockedMs += Math.max(0, duration - 50)));
  each('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) measured.shift += value;
  });
`;

const world = await startBuiltWorld({ keepsFeeds: true });
const { gatewayUrl } = await world.readManifest();
const browser = await launch({ executablePath: chromium(), pipe: true, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
try {
  const feed = await shownFeed();
  const places = ['feeds', `feed=${feed}`, 'new', 'verify', 'nodes', 'account'];
  await visit('feeds');
  console.log(
    `${machine()}; ${await browser.version()}; ${visits} visits a place, line ${isSlow ? 'slow 4G, CPU ÷ 4' : 'of this machine'}\n`,
  );
  console.log(row(['place', 'first paint, ms', 'largest paint, ms', 'blocked, ms', 'shift', 'KiB', 'score', 'axe violations']));
  console.log(row(['---', '--:', '--:', '--:', '--:', '--:', '--:', '--:']));
  for (const place of places) {
    const seen = [];
    for (let turn = 0; turn < visits; turn += 1) seen.push(await visit(place));
    const of = (member) =>
      quantile(
        seen.map((one) => one[member]),
        0.5,
      );
    const median = Object.fromEntries(Object.keys(SCORED).map((member) => [member, of(member)]));
    const numbers = [fixed(median.firstPaintMs), fixed(median.largestPaintMs), fixed(median.blockedMs), fixed(median.shift, 3)];
    console.log(row([`#${place}`, ...numbers, fixed(of('bytes') / 1024), fixed(100 * scoreOf(median)), String(of('violations'))]));
  }
} finally {
  await browser.close();
  await world.close();
}

function chromium() {
  const candidates = [process.env.CHROMIUM_PATH ?? process.env.PATH.split(delimiter).map((folder) => join(folder, 'chromium'))].flat();
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error('there is no Chromium, neither as chromium on PATH nor at CHROMIUM_PATH');
  return found;
}

/** The name of a public feed with a value. */
async function shownFeed() {
  for (let tries = 0; tries < 240; tries += 1) {
    const { data } = await (await fetch(`${gatewayUrl}/v1/feeds`)).json();
    const shown = data.feeds.find((one) => one.latest !== null);
    if (shown !== undefined) return shown.feed;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('no public feed has a value');
}

/** One visit of a new visitor. */
async function visit(place) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(PHONE);
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  }
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.evaluateOnNewDocument(OBSERVE);
  await page.goto(`${gatewayUrl}/app/#${place}`, { waitUntil: 'load' });
  await page.waitForSelector('h1');
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const measured = await page.evaluate('window.measured');
  const loaded = bytes;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate('axe.run()');
  await context.close();
  return { ...measured, bytes: loaded, violations: violations.length };
}

/** Lighthouse's score of a measure is the complement of a log-normal distribution. */
function scoreOf(measured) {
  const parts = Object.entries(SCORED).map(([member, [weight, good, half]]) => {
    const value = Math.max(measured[member], Number.EPSILON);
    const spread = Math.abs(Math.log(good) - Math.log(half)) / (Math.SQRT2 * 0.9061938024368232);
    return { weight, score: (1 - erf((Math.log(value) - Math.log(half)) / (Math.SQRT2 * spread))) / 2 };
  });
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.reduce((sum, { weight, score }) => sum + weight * score, 0) / weights;
}

/** The error function, to 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

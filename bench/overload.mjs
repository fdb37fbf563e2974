#!/usr/bin/env node
// Chaos at speed, judged by itself: exit code 1 where something is wrong. Starts worlds of its own.
// `offer`: a gateway with so many places for one caller is offered a multiple of the rounds that fill them, for a given time. It refuses the rest at
// once with Retry-After, what it serves stays fast, nothing is lost, and memory is flat.
// `streams`: one node holds so many streams of gateways. `storm`: so many gateways lose their streams to all nodes at once.
// usage: node bench/overload.mjs [--only offer,streams,storm] [--places 2] [--seconds 600] [--times 2] [--streams 10000] [--gateways 200]
import { setTimeout as wait } from 'node:timers/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { judgeGrowth, watchGrowth } from './overload/growth.mjs';
import { holdManyStreams } from './overload/many-streams.mjs';
import { measureStorm } from './overload/reconnect-storm.mjs';
import { pendingRounds, settledRounds } from './settlement/settled.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { startGateway } from './world/own-gateway.mjs';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'offer,streams,storm' },
    places: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '600' },
    times: { type: 'string', default: '2' },
    streams: { type: 'string', default: '10000' },
    gateways: { type: 'string', default: '200' },
  },
});
const [places, seconds, times] = [Number(flags.places), Number(flags.seconds), Number(flags.times)];
const WARM_UP_ROUNDS = 300;
/** The ceiling is measured first, and again between parts of the offer, so that a machine that becomes slower for a while does not count. */
const CEILING_SECONDS = Math.min(30, seconds);
const PARTS_OF_OFFER = 10;
const BESIDE_SECONDS = 10;
const GROWTH_PERIOD_MS = 5_000;
/** The served take no longer than so many times what they take at the ceiling, between the parts of the offer. */
const MOST_LATENCY = 2;
/** A refusal takes at most this part of a served round. */
const MOST_REFUSAL = 0.5;
const SETTLE_TIMEOUT_MS = 180_000;
/** Requests without an answer at once; one more would be the bench's own overload. */
const MOST_UNDER_WAY = 2_000;

const MEASUREMENTS = {
  offer: offerBeyondCeiling,
  streams: () => holdManyStreams({ streams: Number(flags.streams), seconds: BESIDE_SECONDS }),
  storm: () => measureStorm({ gateways: Number(flags.gateways), seconds: BESIDE_SECONDS }),
};
const wrong = [];
for (const name of flags.only.split(',')) {
  const loadBefore = loadavg()[0];
  const result = await MEASUREMENTS[name]();
  console.log(`\n## ${name}\n\n${machine()}; load ${fixed(loadBefore, 1)} before and ${fixed(loadavg()[0], 1)} after\n`);
  console.log(row(['measured', 'value']));
  console.log(row(['---', '---']));
  for (const [what, value] of result.figures)
    console.log(row([what, typeof value === 'number' ? fixed(value, value < 100 ? 1 : 0) : value]));
  for (const table of result.tables ?? []) console.log(`\n${table.map(row).join('\n')}`);
  wrong.push(...result.wrong.map((what) => `${name}: ${what}`));
}
console.log(wrong.length === 0 ? '\nnothing is wrong' : `\nwrong:\n${wrong.map((what) => `- ${what}`).join('\n')}`);
if (wrong.length > 0) process.exitCode = 1;

async function offerBeyondCeiling() {
  const world = await startBuiltWorld();
  // All callers are one subscription here, and the last place of a process is kept for another.
  const rewrite = (config) => config.replace(/^max_concurrent = \d+$/m, `max_concurrent = ${places + 1}`);
  const gateway = await startGateway({ ...world, rewrite }).catch(async (error) => {
    await world.close();
    throw error;
  });
  try {
    const manifest = { ...(await world.readManifest()), gatewayUrl: gateway.url };
    const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
    const result = await measureOffer({ manifest, caller, gateway });
    await caller.close();
    return result;
  } finally {
    await gateway.stop();
    await world.close();
  }
}

async function measureOffer({ manifest, caller, gateway }) {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await ask(caller, manifest, newCounts());
  const settledBefore = await settledAll(manifest);
  const [alone, full, offered] = [newCounts(), newCounts(), newCounts()];
  await inLanes(1, CEILING_SECONDS, () => ask(caller, manifest, alone));
  await inLanes(places, CEILING_SECONDS, () => ask(caller, manifest, full));
  const ceiling = full.served.length / CEILING_SECONDS;
  const growth = watchGrowth({ manifest, gateway, periodMs: GROWTH_PERIOD_MS });
  let unsent = 0;
  for (let part = 0; part < PARTS_OF_OFFER; part += 1) {
    unsent += await offer(times * ceiling, seconds / PARTS_OF_OFFER, () => ask(caller, manifest, offered));
    await inLanes(places, CEILING_SECONDS / PARTS_OF_OFFER, () => ask(caller, manifest, full));
  }
  const samples = await growth.stop();

  const served = alone.served.length + full.served.length + offered.served.length;
  const settled = (await settledAll(manifest)) - settledBefore;
  const { rows, growing } = judgeGrowth(samples, { served: offered.served.length });
  const at = (counts, name, q) => quantile(counts[name], q);
  const latency = Math.max(...[0.5, 0.99].map((q) => at(offered, 'served', q) / at(full, 'served', q)));
  const refusal = at(offered, 'refused', 0.5) / at(offered, 'served', 0.5);
  const isBeyond = offered.refused.length > 0;
  return {
    figures: [
      ['places', places],
      ['the ceiling, rounds a second', ceiling],
      ['offered, rounds a second', times * ceiling],
      ['for seconds', seconds],
      ['served', offered.served.length],
      ['… a second', offered.served.length / seconds],
      ['refused with Retry-After', offered.refused.length],
      ['neither served nor refused', JSON.stringify(offered.strange)],
      ['not sent: too many under way', unsent],
      ['served without a good signature', alone.unverified + full.unverified + offered.unverified],
      ['served, and settled', `${served}, ${settled}`],
      ['p50 and p99 of the served beside those at the ceiling, the larger', latency],
      ['p50 of a refusal beside that of the served', refusal],
    ],
    tables: [
      [
        ['', 'rounds', 'p50 ms', 'p99 ms'],
        ['---', '---', '---', '---'],
        ...[
          ['one at a time', alone.served],
          [`${places} at once, before and between`, full.served],
          [`served of ${times} times the ceiling`, offered.served],
          ['refused', offered.refused],
        ].map(([what, ms]) => [what, ms.length, fixed(quantile(ms, 0.5), 1), fixed(quantile(ms, 0.99), 1)]),
      ],
      [
        ['MiB', 'at first', 'second quarter', 'last quarter', 'at last', 'flat'],
        ['---', '---', '---', '---', '---', '---'],
        ...rows.map(({ name, first, second, fourth, last, isFlat }) => [name, ...[first, second, fourth, last].map((mib) => fixed(mib, 1)), isFlat ? 'yes' : '**no**']), // prettier-ignore
      ],
    ],
    wrong: [
      ...(isBeyond ? [] : ['nothing was refused: the offer is below the ceiling']),
      ...Object.entries(offered.strange).map(([what, count]) => `${count} answers: ${what}`),
      ...(unsent > 0 ? [`${unsent} requests were not sent, because ${MOST_UNDER_WAY} had no answer`] : []),
      ...(alone.unverified + full.unverified + offered.unverified > 0 ? ['an answer has no good signature'] : []),
      ...(settled === served ? [] : [`${served} rounds were served, and ${settled} settled`]),
      ...(latency > MOST_LATENCY ? [`the served take ${fixed(latency, 2)} times what they take at the ceiling`] : []),
      ...(isBeyond && refusal > MOST_REFUSAL ? [`a refusal takes ${fixed(refusal, 2)} of a served round`] : []),
      ...growing.map((name) => `memory is not flat: ${name}`),
    ],
  };
}

function newCounts() {
  return { served: [], refused: [], strange: {}, unverified: 0 };
}

async function ask(caller, manifest, counts) {
  const round = caller.prepare(priceConfig(manifest));
  const startMs = performance.now();
  const answer = await caller.ask(round);
  const ms = performance.now() - startMs;
  if (answer.status === 200) {
    counts.served.push(ms);
    if (!caller.verifies(round, answer)) counts.unverified += 1;
  } else if (answer.status === 503 && answer.retryAfter === '1' && answer.text.includes('"share_used"')) counts.refused.push(ms);
  else {
    const what = `${answer.status} ${/"code":"(\w+)"/.exec(answer.text)?.[1] ?? ''}`.trim();
    counts.strange[what] = (counts.strange[what] ?? 0) + 1;
  }
}

async function inLanes(lanes, forSeconds, act) {
  const untilMs = performance.now() + forSeconds * 1_000;
  const lane = async () => {
    while (performance.now() < untilMs) await act();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Sends on time, whatever has been answered by then. Returns how many it did not send. */
async function offer(perSecond, forSeconds, act) {
  const startMs = performance.now();
  const underWay = new Set();
  let unsent = 0;
  for (let place = 0; place < Math.round(perSecond * forSeconds); place += 1) {
    const earlyMs = startMs + (place * 1_000) / perSecond - performance.now();
    if (earlyMs > 0) await wait(earlyMs);
    if (underWay.size >= MOST_UNDER_WAY) {
      unsent += 1;
      continue;
    }
    const asking = act().finally(() => underWay.delete(asking));
    underWay.add(asking);
  }
  await Promise.all(underWay);
  return unsent;
}

/** Rounds of this world that are settled, once none waits any more or the time is over. */
async function settledAll(manifest) {
  const deadlineMs = performance.now() + SETTLE_TIMEOUT_MS;
  while ((await pendingRounds(manifest)) > 0 && performance.now() < deadlineMs) await wait(500);
  return settledRounds(manifest);
}

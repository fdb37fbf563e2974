#!/usr/bin/env node
// Asks a gateway for four times the rounds that it can serve. It measures the latency of admitted rounds beside that of an idle gateway. It
// checks that every other request gets 503 with Retry-After, and that every answered round settles. Starts a world of its own and in it a
// gateway process with so many places for one caller.
// usage: node bench/overload.mjs [--places 2] [--seconds 10] [--times 4]
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { startGateway } from './world/own-gateway.mjs';

const { values: flags } = parseArgs({
  options: {
    places: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '10' },
    times: { type: 'string', default: '4' },
  },
});
const [places, seconds, times] = [Number(flags.places), Number(flags.seconds), Number(flags.times)];
const WARM_UP_ROUNDS = 300;
/** A gateway is compared with itself: admitted rounds are to take no longer than so many times what they take without load. */
const GOAL = 3;
const SETTLE_TIMEOUT_MS = 120_000;

const world = await startBuiltWorld();
// All callers are one subscription here, and the last place of a process is kept for another.
const tables = `[rounds]\nmax_concurrent = ${places + 1}`;
const gateway = await startGateway({ ...world, tables }).catch(async (error) => {
  await world.close();
  throw error;
});
try {
  const manifest = { ...(await world.readManifest()), gatewayUrl: gateway.url };
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
  const ask = async (round = caller.prepare(priceConfig(manifest))) => {
    const startedAtMs = performance.now();
    const answer = await caller.ask(round);
    return { round, answer, ms: performance.now() - startedAtMs };
  };
  const inLanes = async (lanes, ms) => {
    const asked = [];
    const untilMs = performance.now() + ms;
    const lane = async () => {
      while (performance.now() < untilMs) asked.push(await ask());
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return asked;
  };
  // Prepared before and sent on time, whatever has been answered by then.
  const offer = async (perSecond, forSeconds) => {
    const rounds = Array.from({ length: Math.round(perSecond * forSeconds) }, () => caller.prepare(priceConfig(manifest)));
    const startedAtMs = performance.now();
    const asked = [];
    for (const [place, round] of rounds.entries()) {
      const earlyMs = startedAtMs + (place * 1_000) / perSecond - performance.now();
      if (earlyMs > 0) await wait(earlyMs);
      asked.push(ask(round));
    }
    return Promise.all(asked);
  };

  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await ask();
  const alone = await inLanes(1, (seconds * 1_000) / 2);
  const full = await inLanes(places, (seconds * 1_000) / 2);
  const capacity = full.length / (seconds / 2);
  const offered = await offer(times * capacity, seconds);
  const aloneAgain = await inLanes(1, (seconds * 1_000) / 2);

  const served = (list) => list.filter(({ answer }) => answer.status === 200);
  const refused = offered.filter(
    ({ answer }) => answer.status === 503 && answer.retryAfter === '1' && answer.text.includes('"share_used"'),
  );
  const admitted = served(offered);
  const strange = offered.length - refused.length - admitted.length;
  const unverified = admitted.filter(({ round, answer }) => !caller.verifies(round, answer)).length;
  const unsettled = await countUnsettled(manifest, admitted);

  const unloaded = served([...alone, ...aloneAgain]);
  console.log(
    `${machine()}; quorum 3 of ${manifest.nodes.length} nodes, ${places} places; ${fixed(capacity)} rounds a second are its capacity, ${fixed(times * capacity)} were offered for ${seconds} s\n`,
  );
  console.log(row(['', 'rounds', 'p50 ms', 'p99 ms']));
  console.log(row(['---', '---', '---', '---']));
  for (const [label, list] of [
    ['one at a time', unloaded],
    [`${places} at once`, served(full)],
    [`admitted of ${times} times the capacity`, admitted],
    ['refused', refused],
  ]) {
    const ms = list.map((one) => one.ms);
    console.log(row([label, list.length, fixed(quantile(ms, 0.5), 1), fixed(quantile(ms, 0.99), 1)]));
  }
  const [p99, alone99] = [admitted, unloaded].map((list) => quantile(list.map(({ ms }) => ms), 0.99)); // prettier-ignore
  console.log(`\np99 of the admitted beside one at a time: ${fixed(p99 / alone99, 2)} (goal: at most ${GOAL})`);
  console.log(
    `neither served nor refused: ${strange}; served without a good signature: ${unverified}; served and not settled: ${unsettled}`,
  );
  if (strange + unverified + unsettled > 0) process.exitCode = 1;
  await caller.close();
} finally {
  await gateway.stop();
  await world.close();
}

/** Waits until the world's worker has settled what was served. */
async function countUnsettled({ gatewayUrl }, rounds) {
  let open = rounds.map(({ answer }) => answer.roundId);
  const deadlineMs = performance.now() + SETTLE_TIMEOUT_MS;
  while (open.length > 0 && performance.now() < deadlineMs) {
    const still = [];
    for (const roundId of open) {
      const { data } = await (await fetch(`${gatewayUrl}/v1/rounds/${roundId}`)).json();
      if (data?.state !== 'settled') still.push(roundId);
    }
    open = still;
    if (open.length > 0) await wait(500);
  }
  return open.length;
}

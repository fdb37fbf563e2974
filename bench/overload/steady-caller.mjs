import { setTimeout as wait } from 'node:timers/promises';
import { priceConfig } from '../world/caller.mjs';
import { quantile } from '../world/measurements.mjs';

const PACE_MS = 50;

/** One round after the other until `seconds` have passed and `isOver` holds. Returns how many were served, and their times in ms. */
export async function askFor(caller, manifest, { seconds, isOver = () => true }) {
  const times = [];
  let failed = 0;
  const untilMs = performance.now() + seconds * 1_000;
  while (performance.now() < untilMs || !isOver()) {
    const round = caller.prepare(priceConfig(manifest));
    const startMs = performance.now();
    const answer = await caller.ask(round);
    if (answer.status === 200 && caller.verifies(round, answer)) times.push(performance.now() - startMs);
    else failed += 1;
    await wait(PACE_MS);
  }
  return { served: times.length, failed, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

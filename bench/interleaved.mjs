import { performance } from 'node:perf_hooks';

/**
 * Measures several operations in turns, so that a slow second of the machine hits all of them alike and ratios stay honest.
 *
 * @param {Record<string, () => unknown>} operations
 * @param {{ rounds: number, roundMs: number, nowMs?: () => number }} options `nowMs` is the clock: wall time unless told
 * @returns {Map<string, { median: number, min: number, max: number }>} operations per second
 */
export function measureInterleaved(operations, { rounds, roundMs, nowMs = wallMs }) {
  const entries = Object.entries(operations);
  const rates = new Map(entries.map(([name]) => [name, /** @type {number[]} */ ([])]));
  for (const [, operation] of entries) ratePerSecond(operation, roundMs, nowMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, operation] of entries) rates.get(name)?.push(ratePerSecond(operation, roundMs, nowMs));
  }
  return new Map(Array.from(rates, ([name, values]) => [name, summary(values)]));
}

/** CPU time of this process, user and system: what work costs, whatever else runs on the machine. */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function wallMs() {
  return performance.now();
}

/** @param {() => unknown} operation @param {number} durationMs @param {() => number} nowMs @returns {number} */
function ratePerSecond(operation, durationMs, nowMs) {
  const start = nowMs();
  let count = 0;
  let elapsedMs = 0;
  while (elapsedMs < durationMs) {
    operation();
    count += 1;
    elapsedMs = nowMs() - start;
  }
  return (count * 1000) / elapsedMs;
}

/** @param {number[]} values */
function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ place) => sorted[place] ?? Number.NaN;
  return { median: at(Math.floor(sorted.length / 2)), min: at(0), max: at(sorted.length - 1) };
}

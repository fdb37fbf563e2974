import { performance } from 'node:perf_hooks';

/**
 * Measures several operations in turns, so that a slow second of the machine hits all of them alike and ratios stay honest.
 *
 * @param {Record<string, () => unknown>} operations
 * @param {{ rounds: number, roundMs: number }} options
 * @returns {Map<string, { median: number, min: number, max: number }>} operations per second
 */
export function measureInterleaved(operations, { rounds, roundMs }) {
  const entries = Object.entries(operations);
  const rates = new Map(entries.map(([name]) => [name, /** @type {number[]} */ ([])]));
  for (const [, operation] of entries) ratePerSecond(operation, roundMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, operation] of entries) rates.get(name)?.push(ratePerSecond(operation, roundMs));
  }
  return new Map(Array.from(rates, ([name, values]) => [name, summary(values)]));
}

/** @param {() => unknown} operation @param {number} durationMs @returns {number} */
function ratePerSecond(operation, durationMs) {
  const start = performance.now();
  let count = 0;
  let elapsedMs = 0;
  while (elapsedMs < durationMs) {
    operation();
    count += 1;
    elapsedMs = performance.now() - start;
  }
  return (count * 1000) / elapsedMs;
}

/** @param {number[]} values */
function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ place) => sorted[place] ?? Number.NaN;
  return { median: at(Math.floor(sorted.length / 2)), min: at(0), max: at(sorted.length - 1) };
}

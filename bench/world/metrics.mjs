import { request } from './undici.mjs';

/** Reads the metrics of a process once. Returns what sums the values that a pattern's first group matches. */
export async function readMetrics(url) {
  const { body } = await request(url);
  const text = await body.text();
  return (pattern) => [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
}

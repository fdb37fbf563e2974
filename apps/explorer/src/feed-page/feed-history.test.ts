import { expect, it } from 'vitest';
import { chartRowOf, csvUrl, RANGES, spanOf } from './feed-history.js';

it('a range is asked for in whole seconds', () => {
  expect(spanOf(RANGES[0], 10_000_999)).toEqual({ from: 6_400, to: 10_000, step: 60 });
  const input = { gateway: 'https://g.example', feedId: '0xab', range: RANGES[0], nowMs: 10_000_999 };
  expect(csvUrl(input)).toBe('https://g.example/v1/feeds/0xab/history.csv?from=6400&to=10000&step=60');
});

it('each range fits into one answer', () => {
  for (const { seconds, step } of RANGES) expect(seconds / step).toBeLessThanOrEqual(1_440);
});

it('a row keeps the text of its value', () => {
  expect(chartRowOf({ at: 60, value: '1.50', low: '1', high: '2' })).toEqual({ atMs: 60_000, value: '1.50', low: 1, high: 2 });
});

import { expect, it } from 'vitest';
import { historyRowsIn, historyUrl, RANGES } from './feed-history.js';

it('a range is asked for in whole seconds', () => {
  const input = { gateway: 'https://g.example', feedId: '0xab', range: RANGES[0], nowMs: 10_000_999 };
  expect(historyUrl(input)).toBe('https://g.example/v1/feeds/0xab/history?from=6400&to=10000&step=60');
  expect(historyUrl(input, '.csv')).toBe('https://g.example/v1/feeds/0xab/history.csv?from=6400&to=10000&step=60');
});

it('each range fits into one answer', () => {
  for (const { seconds, step } of RANGES) expect(seconds / step).toBeLessThanOrEqual(1_440);
});

it('rows keep the text of a value, and pass over what breaks its form', () => {
  const rows = [
    { at: 60, value: '1.50', low: '1', high: '2' },
    { at: 'x', value: '1' },
    { at: 5, value: 'x' },
    null,
    { at: 120, value: '3' },
  ];
  expect(historyRowsIn({ rows })).toEqual([
    { atMs: 60_000, value: '1.50', low: 1, high: 2 },
    { atMs: 120_000, value: '3', low: 3, high: 3 },
  ]);
  expect([historyRowsIn(null), historyRowsIn({ rows: 5 })]).toEqual([[], []]);
});

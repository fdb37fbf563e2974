import { describe, expect, it } from 'vitest';
import { csvOf, readSpan, rowsOf } from './feed-history.js';

const NOW = 1_795_000_020;
const DAY = 86_400;

describe('the span of a history', () => {
  it('is a day in steps of a minute unless a query says otherwise', () => {
    expect(readSpan({}, NOW)).toEqual({ from: NOW - DAY, to: NOW, step: 60 });
  });

  it('has the smallest step whose rows fit into an answer', () => {
    expect(readSpan({ from: NOW - 7 * DAY }, NOW).step).toBe(420);
    expect(readSpan({ from: NOW - 3_600 }, NOW).step).toBe(60);
  });

  it('ends at the present and begins where rows are kept', () => {
    expect(readSpan({ from: 0, to: NOW + 1_000, step: 3_600 }, NOW)).toEqual({ from: NOW - 7 * DAY, to: NOW, step: 3_600 });
  });

  it.each([
    [{ from: NOW + 1 }, 'from: '],
    [{ from: NOW - 60, to: NOW - 120 }, 'from: '],
    [{ step: 61 }, 'step: '],
    [{ from: NOW - 7 * DAY, step: 60 }, 'step: must be at least 420'],
  ])('of %o is refused, with the parameter', (query, words) => {
    expect(() => readSpan(query, NOW)).toThrow(words);
  });
});

describe('the rows of a history', () => {
  const rows = [
    { atMs: 0, value: '10' },
    { atMs: 60_000, value: '-2.5' },
    { atMs: 120_000, value: '9.75' },
    { atMs: 3_600_000, value: '100' },
  ];

  it('have the first value of a step, the lowest and the highest by number, and none where there was no value', () => {
    expect(rowsOf(rows, 3_600)).toEqual([
      { at: 0, value: '10', low: '-2.5', high: '10' },
      { at: 3_600, value: '100', low: '100', high: '100' },
    ]);
    expect(rowsOf(rows, 60)).toHaveLength(4);
    expect(rowsOf([], 60)).toEqual([]);
  });

  it('as CSV begin with their names, and end each line as RFC 4180 has it', () => {
    expect(csvOf(rowsOf(rows, 3_600))).toBe('at,value,low,high\r\n0,10,-2.5,10\r\n3600,100,100,100\r\n');
    expect(csvOf([])).toBe('at,value,low,high\r\n');
  });
});

import { describe, expect, it } from 'vitest';
import { formatMonth, formatTime } from './time-text.js';

describe('formatTime', () => {
  it.each([
    [0, '1 January 1970, 00:00 UTC'],
    [1_827_158_195, '25 November 2027, 15:56:35 UTC'],
    [1_801_353_600n, '31 January 2027, 00:00 UTC'],
    [-1, '31 December 1969, 23:59:59 UTC'],
  ])('writes second %s in words', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text);
  });

  it('writes a time beyond the calendar as a number', () => {
    expect(formatTime(2n ** 63n - 1n)).toBe('second 9223372036854775807');
  });
});

describe('formatMonth', () => {
  it.each([
    ['2026-11', 'November 2026'],
    ['2026-01', 'January 2026'],
    ['2026-13', '2026-13'],
    ['soon', 'soon'],
  ])('writes %s in words', (month, text) => {
    expect(formatMonth(month)).toBe(text);
  });
});

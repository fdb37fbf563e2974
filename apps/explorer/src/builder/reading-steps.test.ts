import { formatExact, packExact, readNumber } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { readingStepsFor } from './reading-steps.js';

const WORD = '1'.padStart(64, '0');

describe('the steps that are proposed for a text', () => {
  it.each([
    ['0xff', 'hex', '255'],
    [`0x${WORD}${WORD}`, 'word:0|hex', '1'],
    ['2026-01-31T12:00:00Z', 'date', '1769860800'],
    ['64,628.31', 'group:,', '64628.31'],
    ['1,234', 'group:,', '1234'],
    ['0,5', 'point:,', '0.5'],
    ['1234,5', 'point:,', '1234.5'],
    ['64.628,31', 'group:.|point:,', '64628.31'],
    ["64'628.31", "group:'", '64628.31'],
    ['1 234 567,5', 'group: |point:,', '1234567.5'],
    ['$64,628.31', 'strip:$|group:,', '64628.31'],
    ['12.5 %', 'strip:%', '12.5'],
    ['USD 12.5', 'strip:USD', '12.5'],
  ])('%s are %s, by which the nodes read %s', (text, steps, number) => {
    expect(readingStepsFor(text)).toBe(steps);
    expect(formatExact(packExact(readNumber(new TextEncoder().encode(text), { valueTransform: steps })))).toBe(number);
  });

  it.each(['', 'BTC', '12', '2026-01-31', '1.2.3', '1,23,456', '12 of 20', 'v1-2', `0x${'1'.repeat(65)}`, '12|3'])(
    'no steps fit %j',
    (text) => {
      expect(readingStepsFor(text)).toBeUndefined();
    },
  );
});

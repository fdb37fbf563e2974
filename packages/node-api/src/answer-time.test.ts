import { expect, it } from 'vitest';
import { readAnswerTime } from './answer-time.js';

it.each([
  ['1795000000000', 1_795_000_000_000],
  ['0', 0],
  [undefined, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1e9', null],
  [' 1', null],
  ['9'.repeat(16), null],
])('%s is the time %s', (header, time) => {
  expect(readAnswerTime(header)).toBe(time);
});

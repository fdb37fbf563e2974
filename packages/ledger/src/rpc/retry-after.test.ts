import { expect, it } from 'vitest';

import { readRetryAfterMs } from './retry-after.js';

it.each([
  ['1', 1_000],
  [' 30 ', 30_000],
  ['0', 0],
  ['999999999', 3_600_000],
  [null, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
])('Retry-After of %j is %j ms', (header, ms) => {
  expect(readRetryAfterMs(header)).toBe(ms);
});

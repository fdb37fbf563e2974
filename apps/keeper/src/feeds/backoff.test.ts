import { expect, it } from 'vitest';
import { backoffMs } from './backoff.js';

it('each failure doubles the wait, up to the limit', () => {
  const waits = [1, 2, 3, 4, 5, 1_000_000].map((failures) => backoffMs(failures, { firstMs: 1_000, limitMs: 6_000 }));
  expect(waits).toEqual([1_000, 2_000, 4_000, 6_000, 6_000, 6_000]);
});

import { expect, it } from 'vitest';

import { createBoundedLines } from './bounded-lines.js';
import type { ServiceLine } from './service-line.js';

function line(timeMs: number): ServiceLine {
  return { timeMs, level: 30, program: 'gateway', message: 'm', facts: {} };
}

it.each([1, 10, 39, 40, 41, 79, 80, 81, 500])('of %d lines in any order, the earliest and the latest are kept by time', (count) => {
  const kept = createBoundedLines(20);
  const times = Array.from({ length: count }, (_, place) => (place * 7_919) % count);
  for (const time of times) kept.add(line(time));
  const sorted = times.toSorted((one, other) => one - other);
  const expected = count <= 40 ? sorted : [...sorted.slice(0, 20), ...sorted.slice(-20)];
  expect(kept.sorted().map(({ timeMs }) => timeMs)).toEqual(expected);
  expect(kept.leftOut).toBe(Math.max(0, count - 40));
});

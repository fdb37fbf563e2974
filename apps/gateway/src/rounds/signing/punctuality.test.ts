import { beforeEach, expect, it } from 'vitest';
import type { NodeHealth } from '../../nodes/node-health.js';
import { createPunctuality } from './punctuality.js';

const clock = { ms: 0 };
let punctuality: NodeHealth;
beforeEach(() => {
  clock.ms = 0;
  punctuality = createPunctuality({ monotonicMs: () => clock.ms });
});

/** How long the node is then designated last, in seconds. */
function lateFor(nodeIndex: number): number {
  punctuality.recordFailure(nodeIndex);
  const begunMs = clock.ms;
  while (punctuality.isFailing(nodeIndex)) clock.ms += 1_000;
  return (clock.ms - begunMs) / 1_000;
}

it('a node that was late counts as late for half a minute, and no other node does', () => {
  expect(punctuality.isFailing(1)).toBe(false);
  punctuality.recordFailure(1);
  expect([punctuality.isFailing(1), punctuality.isFailing(2)]).toEqual([true, false]);
  expect(lateFor(2)).toBe(30);
});

it('a node that is late at once again counts for twice as long, up to ten minutes', () => {
  expect(Array.from({ length: 7 }, () => lateFor(1))).toEqual([30, 60, 120, 240, 480, 600, 600]);
});

it('rounds that wait at once for one node count as one', () => {
  for (let round = 0; round < 16; round += 1) punctuality.recordFailure(1);
  while (punctuality.isFailing(1)) clock.ms += 1_000;
  expect(clock.ms).toBe(30_000);
});

it('a node that is on time begins anew', () => {
  expect([lateFor(1), lateFor(1)]).toEqual([30, 60]);
  punctuality.recordSuccess(1);
  expect(punctuality.isFailing(1)).toBe(false);
  expect(lateFor(1)).toBe(30);
});

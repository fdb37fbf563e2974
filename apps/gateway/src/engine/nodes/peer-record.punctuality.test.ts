import { beforeEach, expect, it } from 'vitest';
import { type TenantView, createPunctuality } from './peer-record.js';

const clock = { ms: 0 };
let punctuality: TenantView;
beforeEach(() => {
  clock.ms = 0;
  punctuality = createPunctuality({ monotonicMs: () => clock.ms });
});

/** Seconds for which the node is then designated last. */
function lateFor(nodeIndex: number): number {
  punctuality.record(nodeIndex, true);
  const begunMs = clock.ms;
  while (punctuality.standsOut(nodeIndex)) clock.ms += 1_000;
  return (clock.ms - begunMs) / 1_000;
}

it('a node that was late counts as late for half a minute, and no other node does', () => {
  expect(punctuality.standsOut(1)).toBe(false);
  punctuality.record(1, true);
  expect([punctuality.standsOut(1), punctuality.standsOut(2)]).toEqual([true, false]);
  expect(lateFor(2)).toBe(30);
});

it('a node that is late at once again counts for twice as long, up to ten minutes', () => {
  expect(Array.from({ length: 7 }, () => lateFor(1))).toEqual([30, 60, 120, 240, 480, 600, 600]);
});

it('rounds that wait at once for one node count as one', () => {
  for (let round = 0; round < 16; round += 1) punctuality.record(1, true);
  while (punctuality.standsOut(1)) clock.ms += 1_000;
  expect(clock.ms).toBe(30_000);
});

it('a node that is on time begins anew', () => {
  expect([lateFor(1), lateFor(1)]).toEqual([30, 60]);
  punctuality.record(1, false);
  expect(punctuality.standsOut(1)).toBe(false);
  expect(lateFor(1)).toBe(30);
});

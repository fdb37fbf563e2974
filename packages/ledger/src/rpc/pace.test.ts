import { expect, it } from 'vitest';

import { createPace, type Pace } from './pace.js';

function paceAt(): { pace: Pace; clock: { ms: number } } {
  const clock = { ms: 0 };
  return { clock, pace: createPace({ monotonicMs: () => clock.ms, random: () => 0.5 }) };
}

it('nothing waits before a server has said "too many"', () => {
  const { pace } = paceAt();
  for (let call = 0; call < 500; call += 1) {
    expect(pace.waitMs()).toBe(0);
    pace.started();
    pace.succeeded();
  }
});

it('all calls hold still for as long as the server asked, at most ten seconds', () => {
  const { pace, clock } = paceAt();
  pace.refused(0, 3_000);
  expect(pace.waitMs()).toBe(3_000);
  clock.ms = 3_000;
  expect(pace.waitMs()).toBe(0);
  pace.refused(3_000, 3_600_000);
  expect(pace.waitMs()).toBe(10_000);
});

it('refusals of calls that were under way already are one refusal; each further one doubles the hold', () => {
  const { pace, clock } = paceAt();
  clock.ms = 10;
  for (let call = 0; call < 20; call += 1) pace.refused(call / 10, null);
  expect(pace.waitMs()).toBe(250);
  clock.ms = 260;
  pace.refused(260, null);
  expect(pace.waitMs()).toBe(500);
  clock.ms = 760;
  pace.succeeded();
  pace.refused(760, null);
  expect(pace.waitMs()).toBe(250);
});

it('goes on at four fifths of what got through in the last second, and adds a call a second each second', () => {
  const { pace, clock } = paceAt();
  for (let call = 0; call < 40; call += 1) pace.succeeded();
  pace.refused(0, null);
  clock.ms = 250;
  pace.started();
  expect(pace.waitMs()).toBeCloseTo(1_000 / 32);
  for (let call = 0; call < 33; call += 1) pace.succeeded();
  clock.ms = 10_000;
  pace.started();
  expect(1_000 / pace.waitMs()).toBeGreaterThan(32.9);
  expect(1_000 / pace.waitMs()).toBeLessThan(33.2);
});

it('finds its speed again within seconds of an outage, in which nothing says how much is allowed', () => {
  const { pace, clock } = paceAt();
  for (; clock.ms < 40_000; clock.ms += pace.waitMs() || 1) if (pace.waitMs() === 0) pace.refused(clock.ms, null);
  const backAtMs = clock.ms;
  for (let call = 0; call < 100; call += 1) {
    clock.ms += pace.waitMs();
    pace.started();
    pace.succeeded();
  }
  expect(clock.ms - backAtMs).toBeLessThan(8_000);
});

it('never stands still: two calls a second remain when nothing gets through', () => {
  const { pace, clock } = paceAt();
  for (let call = 0; call < 30; call += 1) {
    clock.ms += 60_000;
    pace.refused(clock.ms, null);
  }
  clock.ms += 60_000;
  expect(pace.waitMs()).toBe(0);
  pace.started();
  expect(pace.waitMs()).toBe(500);
});

import { expect, it } from 'vitest';
import { createLookSchedule } from './look-schedule.js';

/** The sweeps of the first `sweeps` in which it is looked at; each look goes on where `goesOn` says so. */
function looksOf(quickLooks: number, sweeps: number, goesOn: (look: number) => boolean = () => false): number[] {
  const schedule = createLookSchedule<string>(quickLooks);
  const looks: number[] = [];
  for (let sweep = 1; sweep <= sweeps; sweep += 1) {
    schedule.next();
    if (!schedule.isDue('a')) continue;
    looks.push(sweep);
    schedule.looked('a', goesOn(looks.length));
  }
  return looks;
}

it('the first looks come with each sweep, the others ever later, and none later than 24 sweeps after the one before', () => {
  expect(looksOf(3, 12)).toEqual([1, 2, 3, 4, 6, 10]);
  const late = looksOf(0, 1_000).slice(-5);
  expect(late.slice(1).map((sweep, index) => sweep - (late[index] ?? 0))).toEqual([24, 24, 24, 24]);
});

it('a look that goes on is no look less', () => {
  expect(looksOf(1, 8, (look) => look <= 3)).toEqual([1, 2, 3, 4, 5, 7]);
});

it('what is forgotten, or was never looked at, is due', () => {
  const schedule = createLookSchedule<string>(0);
  schedule.next();
  schedule.looked('a', false);
  schedule.next();
  expect([schedule.isDue('a'), schedule.isDue('b')]).toEqual([false, true]);
  schedule.forget('a');
  expect(schedule.isDue('a')).toBe(true);
});

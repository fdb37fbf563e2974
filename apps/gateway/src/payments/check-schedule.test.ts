import { expect, it } from 'vitest';
import { createCheckSchedule } from './check-schedule.js';

/** The sweeps of the first `sweeps` in which it is checked; each check goes on where `goesOn` says so. */
function checksOf(quickChecks: number, sweeps: number, goesOn: (check: number) => boolean = () => false): number[] {
  const schedule = createCheckSchedule<string>(quickChecks);
  const checks: number[] = [];
  for (let sweep = 1; sweep <= sweeps; sweep += 1) {
    schedule.next();
    if (!schedule.isDue('a')) continue;
    checks.push(sweep);
    schedule.checked('a', goesOn(checks.length));
  }
  return checks;
}

it('the first checks come with each sweep, the others ever later, and none later than 24 sweeps after the one before', () => {
  expect(checksOf(3, 12)).toEqual([1, 2, 3, 4, 6, 10]);
  const late = checksOf(0, 1_000).slice(-5);
  expect(late.slice(1).map((sweep, index) => sweep - (late[index] ?? 0))).toEqual([24, 24, 24, 24]);
});

it('a check that goes on is no check less', () => {
  expect(checksOf(1, 8, (check) => check <= 3)).toEqual([1, 2, 3, 4, 5, 7]);
});

it('what is forgotten, or was never checked, is due', () => {
  const schedule = createCheckSchedule<string>(0);
  schedule.next();
  schedule.checked('a', false);
  schedule.next();
  expect([schedule.isDue('a'), schedule.isDue('b')]).toEqual([false, true]);
  schedule.forget('a');
  expect(schedule.isDue('a')).toBe(true);
});

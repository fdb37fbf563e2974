import { expect, it } from 'vitest';
import { createRegulars } from './regulars.js';

it('a regular is one who did well lately, and asking about others does not wash it out', () => {
  const clock = { ms: 0 };
  const regulars = createRegulars({ maxTenants: 2, forMs: 1_000, nowMs: () => clock.ms });
  regulars.note('a');
  for (let name = 0; name < 10; name += 1) expect(regulars.has(String(name))).toBe(false);
  expect(regulars.has('a')).toBe(true);
  clock.ms = 1_000;
  expect(regulars.has('a')).toBe(false);
  for (const name of ['b', 'c', 'd']) regulars.note(name);
  expect(['b', 'c', 'd'].map((name) => regulars.has(name))).toEqual([false, true, true]);
});

import { expect, it } from 'vitest';
import { told } from './told.js';

it('what breaks its form is not told', () => {
  expect(told(() => BigInt('12'))).toBe(12n);
  expect(told(() => BigInt('one'))).toBeUndefined();
  expect(told(() => new Date(Number.NaN).toISOString())).toBeUndefined();
});

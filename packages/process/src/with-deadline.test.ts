import { expect, it } from 'vitest';
import { withDeadline } from './with-deadline.js';

it('tells whether the work was through in time', async () => {
  expect(await withDeadline(Promise.resolve(), 60_000)).toBe(true);
  expect(await withDeadline(new Promise(() => undefined), 0)).toBe(false);
});

it('throws what fails in time and drops what fails later', async () => {
  await expect(withDeadline(Promise.reject(new Error('now')), 60_000)).rejects.toThrow('now');
  let fail: (reason: Error) => void = () => undefined;
  const late = new Promise((_resolve, reject) => (fail = reject));
  expect(await withDeadline(late, 0)).toBe(false);
  fail(new Error('later'));
  await expect(late).rejects.toThrow('later');
});

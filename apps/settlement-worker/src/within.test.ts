import { expect, it } from 'vitest';
import { withinMs } from './within.js';

it('tells whether the work was through in time', async () => {
  expect(await withinMs(Promise.resolve(), 60_000)).toBe(true);
  expect(await withinMs(new Promise(() => undefined), 0)).toBe(false);
});

it('throws what fails in time and drops what fails later', async () => {
  await expect(withinMs(Promise.reject(new Error('now')), 60_000)).rejects.toThrow('now');
  let fail: (reason: Error) => void = () => undefined;
  const late = new Promise((_resolve, reject) => (fail = reject));
  expect(await withinMs(late, 0)).toBe(false);
  fail(new Error('later'));
  await expect(late).rejects.toThrow('later');
});

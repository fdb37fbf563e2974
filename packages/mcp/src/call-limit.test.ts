import { expect, it } from 'vitest';

import { createCallLimit, TooManyCallsError } from './call-limit.js';

it('a call beyond the limit is refused, until an earlier one has ended, also in failure', async () => {
  const limit = createCallLimit(1);
  let fail: (error: Error) => void = () => undefined;
  const first = limit(() => new Promise((_resolve, reject) => (fail = reject)));
  await expect(limit(() => Promise.resolve(1))).rejects.toThrow(TooManyCallsError);
  fail(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  expect(await limit(() => Promise.resolve(2))).toBe(2);
});

import { expect, it } from 'vitest';
import { createFailure } from './failure.js';

it('rejects with the first error that was reported', async () => {
  const { failed, report } = createFailure();
  report(new Error('first'));
  report(new Error('second'));
  await expect(failed).rejects.toThrow('first');
});

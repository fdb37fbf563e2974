import { expect, it } from 'vitest';
import { createPurse } from './purse.js';

it('an amount goes to the purchase that is under way, and to no other', async () => {
  const purse = createPurse();
  const taken: bigint[] = [];
  const take = (amount: bigint): Promise<void> => Promise.resolve(void taken.push(amount));
  await expect(purse.allowance.take(1n)).rejects.toThrow('outside a purchase');
  await purse.during(take, () => purse.allowance.take(2n));
  await expect(purse.during(take, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(purse.allowance.take(3n)).rejects.toThrow('outside a purchase');
  expect(taken).toEqual([2n]);
});

it('two purchases of one feed are not made at once', async () => {
  const purse = createPurse();
  const never = (): Promise<void> => Promise.resolve();
  let end: () => void = () => undefined;
  const first = purse.during(never, () => new Promise<void>((resolve) => (end = resolve)));
  await expect(purse.during(never, never)).rejects.toThrow('under way');
  end();
  await first;
});

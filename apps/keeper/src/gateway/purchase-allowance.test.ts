import { expect, it } from 'vitest';
import { createPurchaseAllowance } from './purchase-allowance.js';

it('an amount goes to the purchase that is under way, and to no other', async () => {
  const purchaseAllowance = createPurchaseAllowance();
  const taken: bigint[] = [];
  const take = (amount: bigint): Promise<void> => Promise.resolve(void taken.push(amount));
  await expect(purchaseAllowance.allowance.take(1n)).rejects.toThrow('outside a purchase');
  await purchaseAllowance.during(take, () => purchaseAllowance.allowance.take(2n));
  await expect(purchaseAllowance.during(take, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(purchaseAllowance.allowance.take(3n)).rejects.toThrow('outside a purchase');
  expect(taken).toEqual([2n]);
});

it('two purchases of one feed are not made at once', async () => {
  const purchaseAllowance = createPurchaseAllowance();
  const never = (): Promise<void> => Promise.resolve();
  let end: () => void = () => undefined;
  const first = purchaseAllowance.during(never, () => new Promise<void>((resolve) => (end = resolve)));
  await expect(purchaseAllowance.during(never, never)).rejects.toThrow('under way');
  end();
  await first;
});

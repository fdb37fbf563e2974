import { expect, it } from 'vitest';
import { createRaisedFees } from './raised-fees.js';

const CAP = 50_000n;

function open(asked: Readonly<Record<string, bigint>>) {
  const feeOf = (account: string) => ({ current: () => asked[account] ?? 0n, refresh: () => Promise.resolve() });
  return createRaisedFees({ feeOf }, { capMicroLamports: CAP });
}

it('a feed offers the fee of its own account', () => {
  const fees = open({ one: 9n, other: 40_000n });
  expect([fees.current('one'), fees.current('other')]).toEqual([9n, 40_000n]);
});

it('the fee rises with each failure in a row, to the cap and no further, also from nothing', () => {
  const fees = open({ busy: 10_000n });
  const raised = (feed: string) =>
    Array.from({ length: 8 }, () => {
      fees.failed(feed);
      return fees.current(feed);
    });
  for (const feed of ['quiet', 'busy']) {
    const rising = [fees.current(feed), ...raised(feed)];
    for (const [place, fee] of rising.entries()) if (place > 0) expect(fee >= rising[place - 1]!).toBe(true);
    expect([rising[1]! > rising[0]!, rising[6], rising.at(-1)]).toEqual([true, CAP, CAP]);
  }
  expect(fees.current('one more')).toBe(0n);
});

it('a landing ends the rise', () => {
  const fees = open({ one: 9n });
  fees.failed('one');
  fees.landed('one');
  expect(fees.current('one')).toBe(9n);
});

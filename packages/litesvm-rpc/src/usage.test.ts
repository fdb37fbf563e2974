import { describe, expect, it } from 'vitest';
import type { AccountState } from './balances.js';
import { addUsage, NO_USAGE } from './usage.js';

function state(lamports: bigint, dataBytes: number): AccountState {
  return { lamports, dataBytes, token: null };
}

describe('addUsage', () => {
  it.each([
    ['creating an account locks what it was given', state(0n, 0), state(900n, 82), { rentLocked: 900n, rentReturned: 0n }],
    ['creating an account that had lamports locks the difference', state(100n, 0), state(900n, 82), { rentLocked: 800n, rentReturned: 0n }],
    ['growing an account locks what was added', state(900n, 82), state(1_200n, 100), { rentLocked: 300n, rentReturned: 0n }],
    ['growing an account out of its own lamports locks nothing', state(900n, 82), state(900n, 100), { rentLocked: 0n, rentReturned: 0n }],
    ['closing an account returns all of it', state(900n, 82), state(0n, 0), { rentLocked: 0n, rentReturned: 900n }],
    ['shrinking an account returns what was taken out', state(900n, 82), state(500n, 10), { rentLocked: 0n, rentReturned: 400n }],
    ['moving lamports locks nothing', state(900n, 0), state(5_000n, 0), { rentLocked: 0n, rentReturned: 0n }],
    ['withdrawing from an account that stays returns nothing', state(5_000n, 82), state(900n, 82), { rentLocked: 0n, rentReturned: 0n }],
  ])('%s', (_rule, before, after, expected) => {
    expect(addUsage(NO_USAGE, 5_000n, [{ before, after }])).toEqual({ transactions: 1, lamportsSpent: 5_000n, ...expected });
  });

  it('adds up', () => {
    const once = addUsage(NO_USAGE, 5_000n, [{ before: state(0n, 0), after: state(900n, 82) }]);
    const twice = addUsage(once, 10_000n, [{ before: state(900n, 82), after: state(0n, 0) }]);
    expect(twice).toEqual({ transactions: 2, lamportsSpent: 15_000n, rentLocked: 900n, rentReturned: 900n });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treasuryChain, type TreasuryChange } from './treasury-chain.js';

/** Payments alone, several in a slot: no two of them leave the same balance. */
const payments = fc
  .array(fc.record({ by: fc.bigInt(1n, 1_000n), sameSlot: fc.boolean() }), { minLength: 3, maxLength: 40 })
  .map((drawn): readonly TreasuryChange[] => {
    let [slot, balance] = [10, 500n];
    return drawn.map(({ by, sameSlot }) => {
      slot += sameSlot ? 0 : 3;
      balance += by;
      return { slot, beforeAtomic: balance - by, afterAtomic: balance };
    });
  });
/** Payments and withdrawals that may come back to a balance. */
const moves = fc
  .array(fc.record({ by: fc.bigInt(-3n, 3n), sameSlot: fc.boolean() }), { minLength: 1, maxLength: 40 })
  .map((drawn): readonly TreasuryChange[] => {
    let [slot, balance] = [10, 500n];
    return drawn.map(({ by, sameSlot }) => {
      slot += sameSlot ? 0 : 1;
      balance += by;
      return { slot, beforeAtomic: balance - by, afterAtomic: balance };
    });
  });

function inAnyOrder(changes: readonly TreasuryChange[], keys: readonly number[]): readonly TreasuryChange[] {
  return changes
    .map((change, index) => ({ change, key: keys[index] ?? 0 }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ change }) => change);
}

describe('the balances of the treasury', () => {
  it('form one chain without a hole, in whatever order a server names the transactions of a slot', () => {
    fc.assert(
      fc.property(payments, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (changes, keys) => {
        const treasury = { beforeAtomic: changes[0]?.beforeAtomic, afterAtomic: changes.at(-1)?.afterAtomic };
        expect(treasuryChain(inAnyOrder(changes, keys))).toEqual({ treasury, holes: [] });
      }),
    );
  });

  it('have no hole where the balance comes back to what it was', () => {
    fc.assert(
      fc.property(moves, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (changes, keys) => {
        expect(treasuryChain(inAnyOrder(changes, keys)).holes).toEqual([]);
      }),
    );
  });

  it('have a hole of the amount of the payment that the server lacks, wherever in a slot it was', () => {
    fc.assert(
      fc.property(payments, fc.nat(), fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (changes, drawn, keys) => {
        const lost = 1 + (drawn % (changes.length - 2));
        const left = changes.filter((_, index) => index !== lost);
        const { holes, treasury } = treasuryChain(inAnyOrder(left, keys));
        const amountAtomic = (changes[lost]?.afterAtomic ?? 0n) - (changes[lost]?.beforeAtomic ?? 0n);
        expect(holes).toEqual([{ afterSlot: changes[lost - 1]?.slot, beforeSlot: changes[lost + 1]?.slot, amountAtomic }]);
        expect(treasury).toEqual({ beforeAtomic: changes[0]?.beforeAtomic, afterAtomic: changes.at(-1)?.afterAtomic });
      }),
    );
  });

  it('are unknown where no transaction names it', () => {
    expect(treasuryChain([])).toEqual({ treasury: null, holes: [] });
  });
});

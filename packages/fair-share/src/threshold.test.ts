import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareRefusal, shareRule } from './threshold.js';

const rule = shareRule({ max: 64 });

/** Every tenant asks in turn, for one each, until all are refused. */
function fill(greedy: readonly { isStranger: boolean }[], from: readonly number[] = greedy.map(() => 0)): number[] {
  const held = [...from];
  let isTaken = true;
  while (isTaken) {
    isTaken = false;
    for (const [index, { isStranger }] of greedy.entries()) {
      const free = rule.max - sum(held);
      const strangers = isStranger ? sum(held.filter((_, other) => greedy[other]?.isStranger === true)) : null;
      if (shareRefusal(rule, { amount: 1, free, own: held[index] ?? 0, strangers }) !== null) continue;
      held[index] = (held[index] ?? 0) + 1;
      isTaken = true;
    }
  }
  return held;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const known = { isStranger: false };
const stranger = { isStranger: true };

describe('the rule of shares', () => {
  it('gives one tenant alone more than four fifths, and all strangers alone less than half', () => {
    expect(fill([known])).toEqual([54]);
    expect(sum(fill([stranger]))).toBeGreaterThan(20);
    expect(sum(fill(Array(40).fill(stranger)))).toBe(30);
  });

  it('leaves a place for a newcomer, whatever tenants hold that have more than one each', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 31 }), (kinds) => {
        const held = fill(kinds.map((isStranger) => ({ isStranger })));
        const free = rule.max - sum(held);
        expect(shareRefusal(rule, { amount: 1, free, own: 0, strangers: null })).toBeNull();
      }),
    );
  });

  it('never gives a tenant more because it holds more', () => {
    fc.assert(
      fc.property(fc.nat(64), fc.nat(64), fc.nat(64), fc.integer({ min: 1, max: 8 }), (free, less, more, amount) => {
        const [low, high] = [Math.min(less, more), Math.max(less, more)];
        const ask = (own: number) => shareRefusal(rule, { amount, free, own, strangers: null }) === null;
        if (ask(high)) expect(ask(low)).toBe(true);
      }),
    );
  });

  it('leaves the last one to a newcomer where a tenant may have a small part of what is free', () => {
    const ofFew = shareRule({ max: 1, factor: 1 / 10 });
    expect(shareRefusal(ofFew, { amount: 1, free: 1, own: 0, strangers: null })).toBeNull();
    expect(shareRefusal(ofFew, { amount: 1, free: 1, own: 1, strangers: null })).toBe('own_share');
    expect(shareRefusal(ofFew, { amount: 1, free: 0.5, own: 0, strangers: null })).toBe('full');
  });

  it('leaves as much as is asked for at once to a newcomer who asks for as much', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 20 }), (max, amount) => {
        fc.pre(max >= 2 * amount);
        const ofMax = shareRule({ max });
        let own = 0;
        while (shareRefusal(ofMax, { amount, free: max - own, own, strangers: null }) === null) own += amount;
        expect(shareRefusal(ofMax, { amount, free: max - own, own: 0, strangers: null })).toBeNull();
      }),
    );
  });

  it('never gives more than there is', () => {
    fc.assert(
      fc.property(fc.nat(64), fc.nat(64), fc.nat(64), fc.integer({ min: 1, max: 64 }), (free, own, others, amount) => {
        for (const strangers of [null, own + others]) {
          if (amount > free) expect(shareRefusal(rule, { amount, free, own, strangers })).toBe('full');
        }
      }),
    );
  });

  it('shares alike among tenants that ask alike', () => {
    const held = fill([known, known, known]);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
  });

  it('counts all strangers as one, and shares among them likewise', () => {
    // One stranger leaves others something, and all of them leave a known tenant its part.
    expect(fill([stranger, stranger], [fill([stranger])[0] ?? 0, 0])[1]).toBeGreaterThan(0);
    const held = fill([known, ...Array<{ isStranger: boolean }>(20).fill(stranger)]);
    expect(held[0]).toBeGreaterThan(10);
  });

  it('is a rule of positive numbers', () => {
    for (const wrong of [{ max: 0 }, { max: 8, factor: Number.NaN }, { max: 8, reserve: -1 }])
      expect(() => shareRule(wrong)).toThrow(RangeError);
  });
});

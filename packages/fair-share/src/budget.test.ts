import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.js';
import type { Tenant } from './tenant.js';

function start(max = 600) {
  const clock = { ms: 0 };
  return { clock, budget: createBudget({ max, windowMs: 60_000 }, { nowMs: () => clock.ms }) };
}

const one: Tenant = { name: 'one', isStranger: false };
const other: Tenant = { name: 'other', isStranger: false };

describe('a budget', () => {
  it('is nearly all a lone tenant’s in a window, and leaves something to a newcomer', () => {
    const { clock, budget } = start();
    let taken = 0;
    while (budget.take(one).ok) taken += 1;
    expect(taken).toBeGreaterThan(480);
    expect(budget.take(other).ok).toBe(true);
    const refused = budget.peek(one);
    expect(refused).toMatchObject({ ok: false, reason: 'own_share' });
    clock.ms += refused?.retryAfterMs ?? 0;
    expect(budget.take(one).ok).toBe(true);
  });

  it('takes what is charged afterwards, whether it was there or not', () => {
    const { budget } = start(10);
    budget.charge(one, 25);
    expect(budget.used()).toBe(25);
    expect(budget.peek(one)?.reason).toBe('full');
  });

  it('lets a tenant have a little in any case, where it is said, however many have the rest', () => {
    const budget = createBudget({ max: 600, windowMs: 60_000, atLeast: 5 }, { nowMs: () => 0 });
    for (let index = 0; index < 200; index += 1) while (budget.take({ name: `tenant ${index}`, isStranger: false }).ok);
    for (let taken = 0; taken < 5; taken += 1) expect(budget.take(one).ok).toBe(true);
    expect(budget.take(one).ok).toBe(false);
  });

  it('has what is taken back', () => {
    const { budget } = start(10);
    const spending = budget.take(one, 4);
    if (spending.ok) spending.spent.takeBack();
    expect(budget.used()).toBe(0);
  });

  it('is never more than its maximum in a window by taking', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ tenant: fc.nat(5), isStranger: fc.boolean(), waitMs: fc.nat(2_000), amount: fc.integer({ min: 1, max: 5 }) })),
        (uses) => {
          const { clock, budget } = start(40);
          const taken: { atMs: number; amount: number }[] = [];
          for (const { tenant, isStranger, waitMs, amount } of uses) {
            clock.ms += waitMs;
            if (budget.take({ name: String(tenant), isStranger }, amount).ok) taken.push({ atMs: clock.ms, amount });
            const inWindow = taken.filter(({ atMs }) => atMs > clock.ms - 60_000).reduce((total, use) => total + use.amount, 0);
            expect(inWindow).toBeLessThanOrEqual(40);
          }
        },
      ),
    );
  });
});

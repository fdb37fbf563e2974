import { createAccounts } from './accounts.js';
import { type Addition, createFadingSum } from './fading-sum.js';
import type { Party } from './party.js';
import type { Refused } from './places.js';
import { shareRefusal, shareRule, type ShareRuleOptions } from './threshold.js';

/** What may be used so often in any span of a window: failing rounds a minute, milliseconds of a CPU a minute. */
export interface Budget {
  /** Uses so much, or says why not. */
  take(party: Party, amount?: number): Spending;
  /** Why `take` would refuse now; null: it would not. Nothing is used. With 0: whether the party has more than its share already. */
  look(party: Party, amount?: number): Refused | null;
  /** For what is known only afterwards: so much was used, whether it was there or not. `look` tells before the next. */
  charge(party: Party, amount?: number): void;
  /** What all parties have used in this window. */
  readonly used: () => number;
  readonly max: number;
}

export type Spending = { readonly ok: true; readonly spent: Addition } | Refused;

export interface BudgetDeps extends ShareRuleOptions {
  readonly windowMs: number;
  /** Each party may use so much in any case, as if it were not counted: parties that come and go leave nobody with less. */
  readonly atLeast?: number;
  /** Parties remembered. */
  readonly maxParties?: number;
  /** Never set back. */
  readonly nowMs: () => number;
}

const MAX_PARTIES = 4_096;

/** Uses of a window that slides (by sixtieths), which parties share by the rule of {@link shareRefusal}. */
export function createBudget({ windowMs, atLeast = 0, maxParties = MAX_PARTIES, nowMs, ...options }: BudgetDeps): Budget {
  const rule = shareRule(options);
  const accounts = createAccounts({ maxParties, maxChargeMs: windowMs, nowMs });
  const all = createFadingSum({ maxLifeMs: windowMs, nowMs });

  const look = (party: Party, amount = 1): Refused | null => {
    const account = accounts.find(party);
    const group = accounts.strangersOf(party);
    const own = accounts.total(account);
    if (atLeast > 0 && own + amount <= atLeast) return null;
    const strangers = group === null ? null : accounts.total(group);
    const free = Math.max(0, rule.max - all.total());
    const reason = shareRefusal(rule, { amount, free, own, strangers });
    if (reason === null) return null;
    const sum = reason === 'own_share' ? account?.charged : reason === 'strangers_share' ? group?.charged : all;
    const retryAfterMs = sum === undefined ? windowMs : sum.msUntil(Math.max(0, sum.total() - Math.max(1, amount)));
    return { ok: false, reason, retryAfterMs: Math.max(1, retryAfterMs) };
  };
  const spend = (party: Party, amount: number): Addition => {
    const parts = [all, accounts.of(party).charged, accounts.strangersOf(party)?.charged].map((sum) => sum?.add(amount, windowMs));
    return {
      takeBack() {
        for (const part of parts) part?.takeBack();
        accounts.close(party);
      },
    };
  };

  return {
    look,
    take: (party, amount = 1) => look(party, amount) ?? { ok: true, spent: spend(party, amount) },
    charge(party, amount = 1) {
      spend(party, amount);
    },
    used: () => all.total(),
    max: rule.max,
  };
}

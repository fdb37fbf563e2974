import { createAccounts } from './accounts.js';
import { type Addition, createFadingSum } from './fading-sum.js';
import type { Party } from './party.js';
import type { Refused } from './places.js';
import { shareRefusal, shareRule, type ShareRuleOptions } from './threshold.js';

/** A resource with a limit for each window of time: failing rounds a minute, milliseconds of a CPU a minute. */
export interface Budget {
  /** Uses an amount, or returns why not. */
  take(party: Party, amount?: number): Spending;
  /**
   * Refusal that `take` would give now; null: none. Uses nothing. An `amount` of 0 asks whether the party already has more than its share.
   */
  peek(party: Party, amount?: number): Refused | null;
  /** Charges an amount that is known only afterwards, even beyond the limit. `peek` then tells before the next use. */
  charge(party: Party, amount?: number): void;
  /** The use by all parties in this window. */
  readonly used: () => number;
  readonly max: number;
}

export type Spending = { readonly ok: true; readonly spent: Addition } | Refused;

export interface BudgetDeps extends ShareRuleOptions {
  readonly windowMs: number;
  /** Each party may use this much in any case, so parties that come and go take nothing from others. */
  readonly atLeast?: number;
  /** Most parties that are remembered. */
  readonly maxParties?: number;
  /** A clock that is never set back. */
  readonly nowMs: () => number;
}

const MAX_PARTIES = 4_096;

/** A window that slides by sixtieths; parties share it by the rule of {@link shareRefusal}. */
export function createBudget({ windowMs, atLeast = 0, maxParties = MAX_PARTIES, nowMs, ...options }: BudgetDeps): Budget {
  const rule = shareRule(options);
  const accounts = createAccounts({ maxParties, maxChargeMs: windowMs, nowMs });
  const all = createFadingSum({ maxLifeMs: windowMs, nowMs });

  const peek = (party: Party, amount = 1): Refused | null => {
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
    peek,
    take: (party, amount = 1) => peek(party, amount) ?? { ok: true, spent: spend(party, amount) },
    charge(party, amount = 1) {
      spend(party, amount);
    },
    used: () => all.total(),
    max: rule.max,
  };
}

import { createAccounts } from './accounts.js';
import { type Addition, createFadingSum } from './fading-sum.js';
import type { Tenant } from './tenant.js';
import type { Refused, ShareDeps } from './places.js';
import { shareRefusal, shareRule, type ShareRuleOptions } from './threshold.js';

/** A resource with a limit for each window of time: failing rounds a minute, milliseconds of a CPU a minute. */
export interface Budget {
  /** Uses an amount, or returns why not. */
  take(tenant: Tenant, amount?: number): Spending;
  /**
   * Refusal that `take` would give now; null: none. Uses nothing. An `amount` of 0 asks whether the tenant already has more than its share.
   */
  peek(tenant: Tenant, amount?: number): Refused | null;
  /** Charges an amount that is known only afterwards, even beyond the limit. `peek` then tells before the next use. */
  charge(tenant: Tenant, amount?: number): void;
  /** The use by all tenants in this window. */
  readonly used: () => number;
  readonly max: number;
}

export type Spending = { readonly ok: true; readonly spent: Addition } | Refused;

export interface BudgetInput extends ShareRuleOptions {
  readonly windowMs: number;
  /** Each tenant may use this much in any case, so tenants that come and go take nothing from others. */
  readonly atLeast?: number;
  /** Most tenants that are remembered. */
  readonly maxTenants?: number;
}

const MAX_TENANTS = 4_096;

/** A window that slides by sixtieths; tenants share it by the rule of {@link shareRefusal}. */
export function createBudget(input: BudgetInput, { nowMs }: ShareDeps): Budget {
  const { windowMs, atLeast = 0, maxTenants = MAX_TENANTS } = input;
  const rule = shareRule(input);
  const accounts = createAccounts({ maxTenants, maxChargeMs: windowMs, nowMs });
  const all = createFadingSum({ maxLifeMs: windowMs, nowMs });

  const peek = (tenant: Tenant, amount = 1): Refused | null => {
    const account = accounts.find(tenant);
    const group = accounts.strangersOf(tenant);
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
  const spend = (tenant: Tenant, amount: number): Addition => {
    const parts = [all, accounts.of(tenant).charged, accounts.strangersOf(tenant)?.charged].map((sum) => sum?.add(amount, windowMs));
    return {
      takeBack() {
        for (const part of parts) part?.takeBack();
        accounts.close(tenant);
      },
    };
  };

  return {
    peek,
    take: (tenant, amount = 1) => peek(tenant, amount) ?? { ok: true, spent: spend(tenant, amount) },
    charge(tenant, amount = 1) {
      spend(tenant, amount);
    },
    used: () => all.total(),
    max: rule.max,
  };
}

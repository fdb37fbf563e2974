import { createAccounts } from './accounts.js';
import type { Tenant } from './tenant.js';
import { type ShareRefusal, shareRefusal, shareRule, type ShareRuleOptions } from './threshold.js';

/** Places that are held for a while and cannot be taken away: rounds, verifications, bytes that are read. */
export interface Places {
  /** Takes a place, or several at once, or returns why not. */
  take(tenant: Tenant, amount?: number): Taking;
  /** Why `take` would refuse now; null: it would not. Takes nothing. */
  peek(tenant: Tenant, amount?: number): Refused | null;
  /** The places that all tenants hold. */
  readonly used: () => number;
}

export type Taking = { readonly ok: true; readonly place: Place } | Refused;

export interface Refused {
  readonly ok: false;
  readonly reason: ShareRefusal;
  /** When a further attempt may succeed. */
  readonly retryAfterMs: number;
}

/** A place that was taken. */
export interface Place {
  /** Gives it back; a second call does nothing. A use that failed or took long stays on the tenant's account for a while. */
  giveBack(use?: 'good' | 'failed'): void;
}

export interface ShareDeps {
  /** A clock that is never set back. */
  readonly nowMs: () => number;
}

export interface PlacesInput extends ShareRuleOptions {
  /** Milliseconds for which a failed use still counts as held; 0: not at all. */
  readonly failedMs?: number;
  /** A use that takes longer than this still counts for the excess time. */
  readonly slowAfterMs?: number;
  /** The longest time for which a slow use still counts. */
  readonly maxChargeMs?: number;
  /** Most remembered tenants that hold nothing. */
  readonly maxTenants?: number;
}

const MAX_CHARGE_MS = 15_000;
const MAX_TENANTS = 4_096;
const RETRY_MS = 1_000;

/**
 * Places that tenants share by the rule of {@link shareRefusal}. A failed or slow use is charged to its tenant alone: others have no less. A
 * tenant that is alone in the process does not notice.
 */
export function createPlaces(input: PlacesInput, { nowMs }: ShareDeps): Places {
  const { failedMs = 0, slowAfterMs = Number.POSITIVE_INFINITY, maxChargeMs = MAX_CHARGE_MS, maxTenants = MAX_TENANTS } = input;
  const rule = shareRule(input);
  const accounts = createAccounts({ maxTenants, maxChargeMs, nowMs });
  let used = 0;

  const chargeMs = (takenMs: number, use: 'good' | 'failed'): number =>
    Math.min(maxChargeMs, Math.max(use === 'failed' ? failedMs : 0, nowMs() - takenMs - slowAfterMs));

  const peek = (tenant: Tenant, amount = 1): Refused | null => {
    const account = accounts.find(tenant);
    const group = accounts.strangersOf(tenant);
    const [own, strangers] = [accounts.total(account), group === null ? null : accounts.total(group)];
    const reason = shareRefusal(rule, { amount, free: rule.max - used, own, strangers });
    if (reason === null) return null;
    const charged = reason === 'own_share' ? account?.charged : reason === 'strangers_share' ? group?.charged : undefined;
    const fadesMs = charged === undefined || charged.total() === 0 ? RETRY_MS : charged.msUntil(Math.max(0, charged.total() - amount));
    return { ok: false, reason, retryAfterMs: Math.max(RETRY_MS, fadesMs) };
  };

  return {
    peek,
    take(tenant, amount = 1) {
      const refused = peek(tenant, amount);
      if (refused !== null) return refused;
      const account = accounts.of(tenant);
      const group = accounts.strangersOf(tenant);
      const takenMs = nowMs();
      account.held += amount;
      if (group !== null) group.held += amount;
      used += amount;
      let isTaken = true;
      return {
        ok: true,
        place: {
          giveBack(use = 'good') {
            if (!isTaken) return;
            isTaken = false;
            account.held -= amount;
            if (group !== null) group.held -= amount;
            used -= amount;
            const lifeMs = chargeMs(takenMs, use);
            if (lifeMs > 0) {
              account.charged.add(amount, lifeMs);
              group?.charged.add(amount, lifeMs);
            }
            accounts.close(tenant);
          },
        },
      };
    },
    used: () => used,
  };
}

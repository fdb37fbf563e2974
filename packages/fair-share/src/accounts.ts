import { createFadingSum, type FadingSum } from './fading-sum.js';
import type { Tenant } from './tenant.js';

/** The use of a resource by one tenant. */
export interface TenantUse {
  held: number;
  /** Charges that last for a while: after a failed or slow use, or for each use of a window. */
  readonly charged: FadingSum;
}

/** The accounts of all tenants of one resource, and of all strangers together. */
export interface Accounts {
  of(tenant: Tenant): TenantUse;
  /** Null for a tenant that is not a stranger. */
  strangersOf(tenant: Tenant): TenantUse | null;
  /** The use by a tenant, or by all strangers. Opens no account. */
  total(account: TenantUse | null | undefined): number;
  find(tenant: Tenant): TenantUse | undefined;
  /** Forgets the account if it is empty. */
  close(tenant: Tenant): void;
  readonly size: () => number;
}

/**
 * Empty accounts are forgotten. Above `maxTenants`, the accounts that were charged first are forgotten, but never one that holds something:
 * the resource bounds their number. So there are at most `maxTenants` accounts and twice as many as hold something.
 */
export function createAccounts(deps: {
  readonly maxTenants: number;
  readonly maxChargeMs: number;
  readonly nowMs: () => number;
}): Accounts {
  const open = (): TenantUse => ({ held: 0, charged: createFadingSum({ maxLifeMs: deps.maxChargeMs, nowMs: deps.nowMs }) });
  const accounts = new Map<string, TenantUse>();
  const strangers = open();
  const total = (account: TenantUse | null | undefined): number => (account ? account.held + account.charged.total() : 0);

  /** Checks two old accounts for each new one, so that the cost is the same for every caller. */
  const forget = (): void => {
    let tries = 2;
    for (const [key, account] of accounts) {
      if (tries === 0) return;
      tries -= 1;
      if (account.held === 0 && (accounts.size > deps.maxTenants || account.charged.total() === 0)) accounts.delete(key);
      else move(key, account);
    }
  };
  const move = (key: string, account: TenantUse): void => {
    accounts.delete(key);
    accounts.set(key, account);
  };

  return {
    find: (tenant) => accounts.get(keyOf(tenant)),
    of(tenant) {
      const key = keyOf(tenant);
      const known = accounts.get(key);
      if (known !== undefined) return known;
      forget();
      const opened = open();
      accounts.set(key, opened);
      return opened;
    },
    close(tenant) {
      if (total(accounts.get(keyOf(tenant))) === 0) accounts.delete(keyOf(tenant));
    },
    strangersOf: ({ isStranger }) => (isStranger ? strangers : null),
    total,
    size: () => accounts.size,
  };
}

/** A tenant that is no longer a stranger has a new account: the charges of strangers stay with the strangers. */
function keyOf({ name, isStranger }: Tenant): string {
  return `${isStranger ? 's' : 'k'}:${name}`;
}

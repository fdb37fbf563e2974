import { createFadingSum, type FadingSum } from './fading-sum.js';
import type { Party } from './party.js';

/** The use of a resource by one party. */
export interface Account {
  held: number;
  /** Charges that last for a while: after a failed or slow use, or for each use of a window. */
  readonly charged: FadingSum;
}

/** The accounts of all parties of one resource, and of all strangers together. */
export interface Accounts {
  of(party: Party): Account;
  /** Null for a party that is not a stranger. */
  strangersOf(party: Party): Account | null;
  /** The use by a party, or by all strangers. Opens no account. */
  total(account: Account | null | undefined): number;
  find(party: Party): Account | undefined;
  /** Forgets the account if it is empty. */
  close(party: Party): void;
  readonly size: () => number;
}

/**
 * Empty accounts are forgotten. Above `maxParties`, the accounts that were charged first are forgotten, but never one that holds something:
 * the resource bounds their number. So there are at most `maxParties` accounts and twice as many as hold something.
 */
export function createAccounts(deps: {
  readonly maxParties: number;
  readonly maxChargeMs: number;
  readonly nowMs: () => number;
}): Accounts {
  const open = (): Account => ({ held: 0, charged: createFadingSum({ maxLifeMs: deps.maxChargeMs, nowMs: deps.nowMs }) });
  const accounts = new Map<string, Account>();
  const strangers = open();
  const total = (account: Account | null | undefined): number => (account ? account.held + account.charged.total() : 0);

  /** Checks two old accounts for each new one, so that the cost is the same for every caller. */
  const forget = (): void => {
    let tries = 2;
    for (const [key, account] of accounts) {
      if (tries === 0) return;
      tries -= 1;
      if (account.held === 0 && (accounts.size > deps.maxParties || account.charged.total() === 0)) accounts.delete(key);
      else move(key, account);
    }
  };
  const move = (key: string, account: Account): void => {
    accounts.delete(key);
    accounts.set(key, account);
  };

  return {
    find: (party) => accounts.get(keyOf(party)),
    of(party) {
      const key = keyOf(party);
      const known = accounts.get(key);
      if (known !== undefined) return known;
      forget();
      const opened = open();
      accounts.set(key, opened);
      return opened;
    },
    close(party) {
      if (total(accounts.get(keyOf(party))) === 0) accounts.delete(keyOf(party));
    },
    strangersOf: ({ isStranger }) => (isStranger ? strangers : null),
    total,
    size: () => accounts.size,
  };
}

/** A party that is no longer a stranger has a new account: the charges of strangers stay with the strangers. */
function keyOf({ name, isStranger }: Party): string {
  return `${isStranger ? 's' : 'k'}:${name}`;
}

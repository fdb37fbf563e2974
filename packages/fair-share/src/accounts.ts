import { createFadingSum, type FadingSum } from './fading-sum.js';
import type { Party } from './party.js';

/** What a party has of a resource. */
export interface Account {
  held: number;
  /** What it is charged for a while: after a failed or slow use, or for each use of a window. */
  readonly charged: FadingSum;
}

/** The accounts of all parties at one resource, and of all strangers together. */
export interface Accounts {
  of(party: Party): Account;
  /** Null for a party that is no stranger. */
  strangersOf(party: Party): Account | null;
  /** What a party, or what all strangers have; without an account to be made for who has none. */
  total(account: Account | null | undefined): number;
  find(party: Party): Account | undefined;
  /** Forgets the account when nothing is on it. */
  close(party: Party): void;
  readonly size: () => number;
}

/**
 * An account without anything on it is forgotten. Of more than `maxParties` those that were charged first are: there are never more than
 * that and twice those that hold something, who are never forgotten, and whose number is bounded by the resource.
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

  /** Looks at as many old ones as two openings bring, so that this costs the same whoever asks. */
  const forget = (): void => {
    let looks = 2;
    for (const [key, account] of accounts) {
      if (looks === 0) return;
      looks -= 1;
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

/** Whoever is a stranger no longer has a new account: what strangers have among themselves stays theirs. */
function keyOf({ name, isStranger }: Party): string {
  return `${isStranger ? 's' : 'k'}:${name}`;
}

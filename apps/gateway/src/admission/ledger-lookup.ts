import { setTimeout as delay } from 'node:timers/promises';
import type { DelegateName, LedgerRead, LedgerReader, ReadOptions } from '@oracle-gateway/ledger';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { DelegateAccount, SubscriptionAccount } from '@oracle-gateway/protocol/accounts';
import { GatewayError } from '../errors/gateway-error.js';

/** The ledger's account of an owner or a delegate. Throws `too_many_lookups`, or what the reader throws. */
export type LedgerLookup<Who, Account> = (who: Who) => Promise<LedgerRead<Account>>;
export type SubscriptionLookup = LedgerLookup<Address, SubscriptionAccount>;
export type DelegateLookup = LedgerLookup<DelegateName, DelegateAccount>;

const MAX_KNOWN = 10_000;
const MAX_ABSENT = 10_000;
/** An owner who opens a subscription, or adds a delegate, right after a refusal waits this long. */
const ABSENT_TTL_MS = 5_000;

/** Looks up the accounts of callers; those of one kind take turns with each other. */
export interface AccountLookups {
  /** Subscription of an owner. */
  readonly subscription: SubscriptionLookup;
  /** Delegate by the owner of the subscription and the delegate's own key. */
  readonly delegate: DelegateLookup;
}

export function createAccountLookups(deps: {
  readonly ledger: Pick<LedgerReader, 'subscription' | 'delegate'>;
  readonly monotonicMs: () => number;
}): AccountLookups {
  const { ledger, monotonicMs } = deps;
  return {
    subscription: createLookup({ read: (owner, options) => ledger.subscription(owner, options), nameOf: formatAddress, monotonicMs }),
    delegate: createLookup({ read: (delegate, options) => ledger.delegate(delegate, options), nameOf: nameOfDelegate, monotonicMs }),
  };
}

function nameOfDelegate({ subscriptionOwner, authority }: DelegateName): string {
  return `${formatAddress(subscriptionOwner)}/${formatAddress(authority)}`;
}

/**
 * Any caller can sign with a new key, so look-ups of unknown keys cost the RPC server a bounded number of calls: absence is remembered
 * for a moment, and first look-ups take turns. Look-ups of known accounts do not wait for them.
 */
function createLookup<Who, Account>(deps: {
  readonly read: (who: Who, options?: ReadOptions) => Promise<LedgerRead<Account>>;
  readonly nameOf: (who: Who) => string;
  readonly monotonicMs: () => number;
}): LedgerLookup<Who, Account> {
  const known = new BoundedMap<string, true>(MAX_KNOWN);
  const absent = new BoundedMap<string, { readonly read: LedgerRead<Account>; readonly untilMs: number }>(MAX_ABSENT);
  const lookups = new Map<string, Promise<LedgerRead<Account>>>();
  const nextTurn = createLookupTurns();

  const remember = (name: string, read: LedgerRead<Account>): LedgerRead<Account> => {
    if (read.value === null) {
      known.delete(name);
      absent.set(name, { read, untilMs: deps.monotonicMs() + ABSENT_TTL_MS });
    } else {
      known.set(name, true);
    }
    return read;
  };

  const lookUp = async (who: Who, name: string): Promise<LedgerRead<Account>> => {
    try {
      await nextTurn();
      // Past the reader's cache, whose places belong to owners of accounts.
      return remember(name, await deps.read(who, { fresh: true }));
    } finally {
      lookups.delete(name);
    }
  };

  return async (who) => {
    const name = deps.nameOf(who);
    if (known.get(name) === true) return remember(name, await deps.read(who));
    const refused = absent.get(name);
    if (refused !== undefined && deps.monotonicMs() <= refused.untilMs) return refused.read;
    const lookup = lookups.get(name) ?? lookUp(who, name);
    lookups.set(name, lookup);
    return lookup;
  };
}

/**
 * New owners, delegates and payers are looked up together: at most 20 calls of the RPC server a second, 100 accounts each. A budget of single
 * look-ups would be used up by a flood after a restart, when every owner is new; one that keeps newcomers out of turns needs 2,000 signed
 * requests a second.
 */
const TURN_MS = 50;
const MAX_LOOKUPS_PER_TURN = 100;

/** Resolves for all who ask within one turn at the same moment, so that the reader makes one call of what they read then. Throws `too_many_lookups`. */
export function createLookupTurns(): () => Promise<void> {
  let turn: Promise<void> | undefined;
  let taken = 0;
  return async () => {
    if (taken >= MAX_LOOKUPS_PER_TURN) throw new GatewayError('too_many_lookups');
    taken += 1;
    turn ??= delay(TURN_MS).then(() => {
      turn = undefined;
      taken = 0;
    });
    await turn;
  };
}

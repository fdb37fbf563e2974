import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerRead, LedgerReader } from '@oracle-gateway/ledger';
import { type Address, BoundedMap, formatAddress } from '@oracle-gateway/protocol';
import type { SubscriptionAccount } from '@oracle-gateway/protocol/accounts';
import { GatewayError } from '../errors.js';

/** What the ledger holds of an owner's subscription. Throws `too_many_lookups`, or what the reader throws. */
export type SubscriptionLookup = (owner: Address) => Promise<LedgerRead<SubscriptionAccount>>;

const MAX_KNOWN = 10_000;
const MAX_ABSENT = 10_000;
/** An owner who opens a subscription right after being refused waits this long. */
const ABSENT_TTL_MS = 5_000;
/** Owners not seen before are looked up together: at most 20 calls of the RPC server a second, of as many accounts as one call tells. */
const TURN_MS = 50;
const MAX_LOOKUPS_PER_TURN = 100;

/**
 * Anybody can sign with a fresh key, so what is not known costs the RPC server a bounded number of calls: absence is remembered for a
 * moment, and look-ups of owners not seen before take turns. An owner who has a subscription is read as ever, whatever strangers do.
 */
export function createSubscriptionLookup(deps: {
  readonly ledger: Pick<LedgerReader, 'subscription'>;
  readonly monotonicMs: () => number;
}): SubscriptionLookup {
  const known = new BoundedMap<string, true>(MAX_KNOWN);
  const absent = new BoundedMap<string, { readonly read: LedgerRead<SubscriptionAccount>; readonly untilMs: number }>(MAX_ABSENT);
  const lookups = new Map<string, Promise<LedgerRead<SubscriptionAccount>>>();
  const nextTurn = createTurns();

  const remember = (name: string, read: LedgerRead<SubscriptionAccount>): LedgerRead<SubscriptionAccount> => {
    if (read.value === null) {
      known.delete(name);
      absent.set(name, { read, untilMs: deps.monotonicMs() + ABSENT_TTL_MS });
    } else {
      known.set(name, true);
    }
    return read;
  };

  const lookUp = async (owner: Address, name: string): Promise<LedgerRead<SubscriptionAccount>> => {
    try {
      await nextTurn();
      // Past the reader's cache, whose places belong to owners who have a subscription.
      return remember(name, await deps.ledger.subscription(owner, { fresh: true }));
    } finally {
      lookups.delete(name);
    }
  };

  return async (owner) => {
    const name = formatAddress(owner);
    if (known.get(name) === true) return remember(name, await deps.ledger.subscription(owner));
    const refused = absent.get(name);
    if (refused !== undefined && deps.monotonicMs() <= refused.untilMs) return refused.read;
    const lookup = lookups.get(name) ?? lookUp(owner, name);
    lookups.set(name, lookup);
    return lookup;
  };
}

/** Resolves for all who ask within one turn at the same moment, so that the reader makes one call of what they read then. */
function createTurns(): () => Promise<void> {
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

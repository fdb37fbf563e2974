import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import type { PaymentRecord } from '@oracle-gateway/outbox';
import { toHex } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { type AccountWalk, beginWalk, LostPlaceError, walkAccount } from './account-walk.js';
import { createLandedTransactions, type LandedTransactions } from './landed-transactions.js';
import {
  firstSlotOf,
  type FindPayment,
  isDecided,
  isLanded,
  type PaymentFinding,
  type SoughtPayment,
  type UnknownPayment,
} from './payment-finding.js';
import { historyWithin, CheckEndedError, type CheckBudget } from './check-budget.js';
import type { SearchHistory, WithHistory } from '../ledger/with-history.js';

export interface PaymentSearchDeps {
  readonly withHistory: WithHistory;
  readonly nowMs: () => number;
}

/** Parts that one check needs. */
interface PaymentCheckDeps {
  readonly nowMs: () => number;
  readonly history: SearchHistory;
  readonly landed: LandedTransactions;
  readonly walks: BoundedMap<string, AccountWalk>;
  readonly budget: CheckBudget;
  /** Names the payment's walk at the server that is asked. */
  readonly walkKey: string;
}

/** Payments whose walks are remembered: a few signatures each. */
const MAX_WALKS = 10_000;

const MAY_LAND: UnknownPayment = { kind: 'unknown', reason: 'not on the ledger; its blockhash is still valid', mayLand: true };
const GOES_ON: UnknownPayment = { kind: 'unknown', reason: 'the account has many transactions; the search goes on', goesOn: true };
const NO_EARLIEST_SLOT: UnknownPayment = {
  kind: 'unknown',
  reason: 'not on the ledger; its record holds no first slot; conclude it by command',
};
const LATER_HISTORY: UnknownPayment = {
  kind: 'unknown',
  reason: 'not on the ledger; the history of the server begins after the payment',
};

/**
 * Finds out what became of a payment, by the hash of its message: at its signature if one is known, and among the transactions of the
 * payer's token account. A payment counts as absent under three conditions (decision 0033). The ledger was past its blockhash, at
 * `finalized`, before the search began; the server had got past it too; the server's history begins before the payment was admitted.
 * Nothing is read twice. The next check continues one whose calls are used up.
 */
export function createPaymentSearch({ withHistory, nowMs }: PaymentSearchDeps): FindPayment {
  const landed = createLandedTransactions();
  const walks = new BoundedMap<string, AccountWalk>(MAX_WALKS);
  return async (sought, budget) => {
    let walkKey = '';
    try {
      const finding = await withHistory((history, server) => {
        walkKey = `${server} ${toHex(sought.payment.messageHash)}`;
        return checkOnce(sought, { history: historyWithin(history, budget), nowMs, landed, walks, budget, walkKey });
      });
      if (isDecided(finding)) walks.delete(walkKey);
      return finding;
    } catch (error) {
      if (error instanceof CheckEndedError) return GOES_ON;
      if (!(error instanceof LedgerUnavailableError)) throw error;
      if (error instanceof LostPlaceError) walks.delete(walkKey);
      return { kind: 'unknown', reason: error.message };
    }
  };
}

async function checkOnce(sought: SoughtPayment, deps: PaymentCheckDeps): Promise<PaymentFinding> {
  const { payment, signature } = sought;
  const { landed, history } = deps;
  const named = signature === null || landed.isAnother(signature, payment) ? null : await landed.read(signature, sought, history);
  if (isDecided(named) || isLanded(named)) return named;
  const lastSlot = await readLastSlot(payment, deps);
  return lastSlot === null ? checkWhileItMayLand(sought, deps) : checkForGood(sought, lastSlot, deps);
}

/** The list grows at its beginning, and what is missing now may be there in a moment: each check begins anew. */
async function checkWhileItMayLand(sought: SoughtPayment, deps: PaymentCheckDeps): Promise<PaymentFinding> {
  return (await walkAccount(beginWalk(), sought, null, deps)) ?? MAY_LAND;
}

/** Nothing is added to what may hold the payment: a walk is gone on with. */
async function checkForGood(sought: SoughtPayment, lastSlot: number, deps: PaymentCheckDeps): Promise<PaymentFinding> {
  const { walkKey } = deps;
  // Its own copy: an abandoned check may still be running.
  const walk = { ...(deps.walks.get(walkKey) ?? beginWalk()) };
  const found = await walkAccount(walk, sought, lastSlot, deps).catch((error: unknown) => {
    deps.walks.set(walkKey, walk);
    throw error;
  });
  // The next check takes nothing from this one: one wrong answer would make two.
  deps.walks.delete(walkKey);
  if (found !== null) return found;
  const first = firstSlotOf(sought.payment);
  if (first === null) return NO_EARLIEST_SLOT;
  return (await deps.history.firstSlot()) <= first ? { kind: 'absent' } : LATER_HISTORY;
}

/** The last slot in which the payment can be, once the finalized chain is past it; null while it can land. */
async function readLastSlot({ expiry, blockhash }: PaymentRecord, { history, nowMs }: PaymentCheckDeps): Promise<number | null> {
  switch (expiry.kind) {
    case 'height': {
      const { slot, blockHeight } = await history.tip('finalized');
      // Slots without a block only grow in number: no block of a valid height has a later slot than this.
      return blockHeight > expiry.lastValidBlockHeight ? expiry.lastValidBlockHeight + (slot - blockHeight) : null;
    }
    case 'time': {
      if (nowMs() <= expiry.afterMs || (await history.isBlockhashValid(blockhash, 'finalized'))) return null;
      return (await history.tip('finalized')).slot;
    }
  }
}

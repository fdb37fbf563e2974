import type { LedgerLine } from '../statement/ledger-line.js';
import type { LedgerPurchase, LedgerRound, TreasuryPayment } from './ledger-side.js';

/** The line of the books of a settled round. */
export function lineOfRound({ roundId, party, units, amountAtomic, ...at }: LedgerRound): LedgerLine {
  const owner = party.kind === 'payer' ? party.payer : party.subscription;
  return { ...placeOf(at), kind: 'round', round: roundId, party: owner, units, amountAtomic };
}

/** The line of a payment to the treasury. */
export function lineOfPayment({ payer, amountAtomic, ...at }: TreasuryPayment): LedgerLine {
  return { ...placeOf(at), kind: 'payment', round: null, party: payer, units: 1, amountAtomic };
}

/** The line of a purchase. */
export function lineOfPurchase({ owner, amountAtomic, ...at }: LedgerPurchase): LedgerLine {
  return { ...placeOf(at), kind: 'purchase', round: null, party: owner, units: 0, amountAtomic };
}

function placeOf({ atMs, slot, signature }: Pick<LedgerLine, 'atMs' | 'slot' | 'signature'>) {
  return { atMs, slot, signature };
}

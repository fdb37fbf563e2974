import type { ConcludedRow } from '@oracle-gateway/outbox';
import type { LedgerLine } from '../statement/ledger-line.js';
import type { LedgerRound, TreasuryPayment } from './ledger-side.js';

/** Why a line that the books have from the ledger is wrong. */
export type WrongLine = 'the ledger has no such transaction' | 'the ledger has other values' | 'it stands twice' | 'the books have its row';

/** A place where books and ledger are not equal. */
export type Difference =
  | { readonly kind: 'row without transaction'; readonly row: ConcludedRow }
  | { readonly kind: 'another transaction'; readonly row: ConcludedRow; readonly signature: string }
  | { readonly kind: 'another amount'; readonly row: ConcludedRow; readonly ledgerAtomic: bigint }
  | { readonly kind: 'other units'; readonly row: ConcludedRow; readonly ledgerUnits: number }
  | { readonly kind: 'another party'; readonly row: ConcludedRow }
  | { readonly kind: 'doubled row'; readonly row: ConcludedRow; readonly firstSeq: bigint }
  | { readonly kind: 'lapsed, and settled on the ledger'; readonly row: ConcludedRow }
  | { readonly kind: 'wrong line from the ledger'; readonly line: LedgerLine; readonly reason: WrongLine }
  | { readonly kind: 'transaction without row'; readonly round: LedgerRound }
  | { readonly kind: 'payment without row'; readonly payment: TreasuryPayment };

/** One line that names it. */
export function describeDifference(difference: Difference): string {
  return `${difference.kind}: ${detailsOf(difference)}`;
}

function detailsOf(difference: Difference): string {
  switch (difference.kind) {
    case 'row without transaction':
      return `${nameOf(difference.row)}, transaction ${difference.row.signature ?? 'not known'}`;
    case 'another transaction':
      return `${nameOf(difference.row)} names ${difference.row.signature ?? 'none'}, the ledger has ${difference.signature}`;
    case 'another amount':
      return `${nameOf(difference.row)} has ${difference.row.amount} atomic units, the ledger ${difference.ledgerAtomic}`;
    case 'other units':
      return `${nameOf(difference.row)} has ${difference.row.units} units, the ledger ${difference.ledgerUnits}`;
    case 'another party':
      return `${nameOf(difference.row)} names another key than transaction ${difference.row.signature ?? 'not known'}`;
    case 'doubled row':
      return `${nameOf(difference.row)}, first as row ${difference.firstSeq}`;
    case 'lapsed, and settled on the ledger':
      return nameOf(difference.row);
    case 'wrong line from the ledger':
      return `${difference.line.kind} ${difference.line.round ?? difference.line.signature}, ${difference.reason}`;
    case 'transaction without row':
      return `round ${difference.round.roundId}, transaction ${difference.round.signature}, ${difference.round.amountAtomic} atomic units`;
    case 'payment without row':
      return `transaction ${difference.payment.signature}, ${difference.payment.amountAtomic} atomic units`;
  }
}

function nameOf({ marker, seq, round }: ConcludedRow): string {
  return `row ${marker}/${seq} of round ${round}`;
}

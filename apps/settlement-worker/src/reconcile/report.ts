import { formatMoney } from '@oracle-gateway/protocol/internal';
import type { BookFault } from '../statement/book-days.js';
import { describeFault } from '../statement/statement.js';
import type { Comparison } from './compare-books.js';
import { describeDifference } from './difference.js';
import type { LedgerSide } from './ledger-side.js';

export interface Findings {
  readonly side: LedgerSide;
  readonly comparison: Comparison;
  readonly faults: readonly BookFault[];
}

/** Number of places where books and ledger differ, or where either is not whole. */
export function countOf({ side, comparison, faults }: Findings): number {
  return comparison.differences.length + faults.length + side.holes.length;
}

/** Lines of people, amounts in dollars to the atomic unit. */
export function reportText(findings: Findings): string {
  const { side, comparison, faults } = findings;
  const { equal, other, differences } = comparison;
  const bought = side.purchases.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
  const settled = sumOf(side.rounds);
  const paid = sumOf(side.payments) - other.amountAtomic;
  const { beforeAtomic, afterAtomic } = side.treasury ?? { beforeAtomic: 0n, afterAtomic: 0n };
  const lines = [
    `the ledger is complete from slot ${side.firstSlot}`,
    `treasury: ${formatMoney(beforeAtomic)} before, ${formatMoney(afterAtomic)} after, ${formatMoney(afterAtomic - beforeAtomic)} more`,
    amount('own rounds settled from escrows', settled),
    amount('own rounds paid per request', paid),
    amount(`subscriptions, ${side.purchases.length} purchases`, bought),
    amount('escrow rounds of other gateways', side.othersAtomic),
    amount(`other, ${other.payments} payments`, other.amountAtomic),
    amount('withdrawn', -side.withdrawnAtomic),
    amount('sum', settled + paid + bought + side.othersAtomic + other.amountAtomic - side.withdrawnAtomic),
    `escrows: ${side.escrows.escrows}, ${formatMoney(side.escrows.deposited)} deposited, ${formatMoney(side.escrows.withdrawn)} withdrawn`,
    `equal: ${equal.rounds} rounds, ${formatMoney(equal.settledAtomic)} settled, ${formatMoney(equal.paidAtomic)} paid${filledText(equal.filled)}`,
    ...side.holes.map(describeHole),
    ...differences.map(describeDifference),
    ...faults.map(describeFault),
    ...(countOf(findings) === 0 ? ['books and ledger are equal'] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function filledText(filled: number): string {
  return filled === 0 ? '' : `, and ${filled} filled from the ledger`;
}

function sumOf(amounts: readonly { readonly amountAtomic: bigint }[]): bigint {
  return amounts.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
}

function amount(name: string, amountAtomic: bigint): string {
  return `  ${name.padEnd(34)} ${formatMoney(amountAtomic).padStart(16)}`;
}

function describeHole({ afterSlot, beforeSlot, amountAtomic }: LedgerSide['holes'][number]): string {
  return `hole in the ledger's history: the treasury changed by ${formatMoney(amountAtomic)} between slots ${afterSlot} and ${beforeSlot}`;
}

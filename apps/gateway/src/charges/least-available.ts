import type { HoldTotals, QuotaFigure } from '@oracle-gateway/outbox';

/**
 * The units available by a reading of the ledger, or fewer where a settlement has told since what it left. A stored figure that allows more is
 * not believed: its slot may be wrong.
 */
export function leastAvailable(read: Pick<QuotaFigure, 'available' | 'slot'>, { figure }: Pick<HoldTotals, 'figure'>): bigint {
  return figure !== null && figure.slot >= read.slot && figure.available < read.available ? figure.available : read.available;
}

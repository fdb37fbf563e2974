import type { HoldTotals, QuotaReading } from '@oracle-gateway/outbox';

/**
 * The units available by a reading of the ledger, or fewer where a settlement has told since what it left. A stored reading that allows more is
 * not believed: its slot may be wrong.
 */
export function leastAvailable(read: Pick<QuotaReading, 'available' | 'slot'>, { reading }: Pick<HoldTotals, 'reading'>): bigint {
  return reading !== null && reading.slot >= read.slot && reading.available < read.available ? reading.available : read.available;
}

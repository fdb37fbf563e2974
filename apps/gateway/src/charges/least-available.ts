import type { HoldTotals } from '@oracle-gateway/outbox';

type Reading = NonNullable<HoldTotals['reading']>;

/**
 * The units available by a reading of the ledger, or fewer where a settlement has told since what it left. A stored reading that allows more is
 * not believed: its slot may be wrong.
 */
export function leastAvailable(read: Reading, stored: Reading | null): bigint {
  return stored !== null && stored.slot >= read.slot && stored.available < read.available ? stored.available : read.available;
}

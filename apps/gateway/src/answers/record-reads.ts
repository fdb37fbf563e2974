import type { Outbox, HoldTotals } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors/gateway-error.js';

/** Reads of the outbox for endpoints. */
export type RecordReads = Pick<Outbox, 'read' | 'exclusiveUser' | 'paidBy' | 'listed' | 'holdTotals' | 'usage'>;

/** Reads that throw `outbox_unavailable` where the outbox does not answer. */
export function createRecordReads(outbox: RecordReads): RecordReads {
  return {
    read: (roundId) => answered(outbox.read(roundId)),
    exclusiveUser: (name) => answered(outbox.exclusiveUser(name)),
    paidBy: (signature) => answered(outbox.paidBy(signature)),
    listed: (page) => answered(outbox.listed(page)),
    usage: (owner) => answered(outbox.usage(owner)),
    holdTotals: (quotaKey, input) => answered(outbox.holdTotals(quotaKey, input)),
  };
}

async function answered<Read>(read: Promise<Read>): Promise<Read> {
  return read.catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause });
  });
}

type Reading = NonNullable<HoldTotals['reading']>;

/**
 * The units available by a reading of the ledger, or fewer where a settlement has told since what it left. A stored reading that allows more is
 * not believed: its slot may be wrong.
 */
export function leastAvailable(read: Reading, stored: Reading | null): bigint {
  return stored !== null && stored.slot >= read.slot && stored.available < read.available ? stored.available : read.available;
}

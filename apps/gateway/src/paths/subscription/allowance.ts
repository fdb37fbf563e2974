import type { QuotaKey } from '@oracle-gateway/outbox';
import { type RecordReads, leastAvailable } from '../../answers/record-reads.js';

/** Rounds that are left, and rounds that are held. */
export interface RoundAllowance {
  /** Rounds on the ledger, as far as is known. */
  readonly roundsLeft: bigint;
  /** Number of them that rounds under way hold. */
  readonly committedRounds: bigint;
  readonly availableRounds: bigint;
  /** Rounds that hold and are not settled. */
  readonly unsettledRounds: number;
}

/** A number of rounds, as the ledger was read. */
interface Reading {
  readonly roundsLeft: bigint;
  readonly slot: number;
}

/**
 * @param reading null: the account is not there
 *
 * Settlements bring along what they leave: what was read of the ledger may be older, and then counts too much. Throws `outbox_unavailable`.
 */
export async function readAllowance(
  quota: QuotaKey,
  reading: Reading | null,
  { records }: { readonly records: RecordReads },
): Promise<RoundAllowance> {
  const totals = await records.holdTotals(quota, { holders: 0 });
  const { committed: committedRounds, unsettledRounds } = totals;
  const roundsLeft = reading === null ? 0n : leastAvailable({ available: reading.roundsLeft, slot: reading.slot }, totals.reading);
  const availableRounds = roundsLeft > committedRounds ? roundsLeft - committedRounds : 0n;
  return { roundsLeft, committedRounds, availableRounds, unsettledRounds };
}

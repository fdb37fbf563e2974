import type { RoundId } from '@oracle-gateway/protocol';
import type { KeptHold } from './hold.js';

/** What the commands of a worker speak for: its hold on a pending record. */
export interface ClaimTicket {
  readonly roundId: RoundId;
  /** A worker that was overtaken can change nothing. */
  readonly token: string;
  /** What the round takes until it is settled: those of basis `ledger` wait for a figure of their account. */
  readonly holds: readonly KeptHold[];
}

import type { RoundId } from '@oracle-gateway/protocol';
import type { KeptHold } from './hold.js';

/** Authorizes a worker's commands: its claim on a pending record. */
export interface ClaimTicket {
  readonly roundId: RoundId;
  /** A worker that was overtaken can change nothing. */
  readonly token: string;
  /** The holds that last until the settlement. Holds of basis `ledger` wait for a reading of their quota. */
  readonly holds: readonly KeptHold[];
}

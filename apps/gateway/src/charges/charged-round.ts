import type { SettlementCharge } from '@oracle-gateway/outbox';
import type { UnixSeconds } from '@oracle-gateway/protocol';
import type { AdmittedRound } from '../engine/index.js';

/** A round that is served first and charged on the ledger later, by the settlement worker. */
export interface ChargedRound extends AdmittedRound {
  readonly timestampSeconds: UnixSeconds;
  /** Subscription or escrow that pays for the round. */
  readonly charge: SettlementCharge;
  /** Sizes of the accounts that the settlement opens at most; the gateway's key pays their rent. */
  readonly opensAccountsOfBytes: readonly number[];
}

import type { RoundId } from '@oracle-gateway/protocol';

/** What units are taken from, such as `subscription:<owner>`: 1 to 128 of letters, digits and `. : _ -`. */
export type QuotaKey = string;

/** So many units of an account, taken by a reservation: all its holds or none. */
export interface Hold {
  readonly quotaKey: QuotaKey;
  /** 1 to 2^53 − 1. */
  readonly units: number;
  /** Most that may be committed on the account, 0 or more: the ledger's figure, or a fixed cap. Beyond 2^53 − 1 it is held as that number. */
  readonly available: bigint;
  /** Slot of the ledger's figure; null: a fixed cap, of which nothing is remembered. */
  readonly slot: number | null;
  /**
   * When it is given back: `answered` when the round is committed, failed, expired, paid, unpaid or its payment in doubt; `settled` when it
   * failed, expired, lapsed, is paid or unpaid, or once a figure counts its settlement (a fixed cap: when it is settled).
   */
  readonly until: 'answered' | 'settled';
  /**
   * Rounds that the figure counts already although their records are not settled yet: seen settled on the ledger at `slot` or earlier, at
   * most 500. Those that still hold are not counted once more; their holds stay, and are given back by their own settlements. Where a newer
   * figure is known, both must allow the hold.
   * Default: none; a fixed cap counts nothing.
   */
  readonly counted?: readonly Holder[];
}

/** A round and the units of one account that it holds. */
export interface Holder {
  readonly roundId: RoundId;
  /** 1 to 2^53 − 1. */
  readonly units: number;
}

/** A hold as its record keeps it. */
export interface KeptHold extends Pick<Hold, 'quotaKey' | 'units' | 'until'> {
  /** `ledger`: of an account whose figure is read from the ledger. */
  readonly basis: 'ledger' | 'fixed';
}

/** What rounds hold of an account, at one moment. */
export interface HoldTotals {
  /** Sum of the units taken and not given back. */
  readonly committed: bigint;
  /** How many rounds hold units and are not settled. */
  readonly unsettledRounds: number;
  /** The newest figure of the ledger that rounds of this account brought along; null: none, or a fixed cap. */
  readonly figure: Pick<QuotaFigure, 'available' | 'slot'> | null;
  /** As many as were asked for of those that hold units, the ones that are not settled first; the others wait for a figure that counts them. */
  readonly holders: readonly Holder[];
}

/** What the ledger says of an account, with the slot it says it at. */
export interface QuotaFigure {
  readonly quotaKey: QuotaKey;
  readonly available: bigint;
  readonly slot: number;
}

import type { RoundId } from '@oracle-gateway/protocol';

/** Names a quota, such as `subscription:<owner>`: 1 to 128 characters of letters, digits and `. : _ -`. */
export type QuotaKey = string;

/** Units of a quota that a reservation takes. It takes all its holds or none. */
export interface Hold {
  readonly quotaKey: QuotaKey;
  /** 1 to 2^53 − 1. */
  readonly units: number;
  /** The most units that may be committed, 0 or more: the ledger's reading or a fixed cap. A number beyond 2^53 − 1 counts as 2^53 − 1. */
  readonly available: bigint;
  /** Slot of the ledger's reading; null: a fixed cap, which is not stored. */
  readonly slot: number | null;
  /**
   * When the units are given back. `answered`: when the round is committed, failed, expired, paid, unpaid, or its payment is in doubt. `settled`:
   * when it has failed, expired, lapsed, is paid or unpaid, or once a reading counts its settlement (a fixed cap: when it is settled).
   */
  readonly until: 'answered' | 'settled';
  /**
   * Rounds that the reading counts already although their records are not settled yet: seen settled on the ledger at `slot` or earlier, at
   * most 500. Rounds that still hold are not counted once more; their own settlements give their holds back. Where a newer reading is known,
   * both must allow the hold. Default: none; a fixed cap counts nothing.
   */
  readonly counted?: readonly Holder[];
}

/** A round and the units that it holds of one quota. */
export interface Holder {
  readonly roundId: RoundId;
  /** 1 to 2^53 − 1. */
  readonly units: number;
}

/** A hold as the record stores it. */
export interface KeptHold extends Pick<Hold, 'quotaKey' | 'units' | 'until'> {
  /** `ledger`: the reading of the quota comes from the ledger. */
  readonly basis: 'ledger' | 'fixed';
}

/** The units that rounds hold of a quota, at one moment. */
export interface HoldTotals {
  /** Sum of the units taken and not given back. */
  readonly committed: bigint;
  /** Number of rounds that hold units and are not settled. */
  readonly unsettledRounds: number;
  /** The stored reading of the ledger that stands against readings of lower slots; null: none, its life is over, or the cap is fixed. */
  readonly reading: Pick<QuotaReading, 'available' | 'slot'> | null;
  /**
   * Rounds that hold units, at most as many as were asked for. Rounds that are not settled come first; the others wait for a reading that counts
   * them.
   */
  readonly holders: readonly Holder[];
}

/** The ledger's reading of a quota, and its slot. */
export interface QuotaReading {
  readonly quotaKey: QuotaKey;
  readonly available: bigint;
  readonly slot: number;
}

/** A reading as the outbox keeps it. */
export interface StoredReading extends QuotaReading {
  /** Milliseconds since its slot was first reported, by the server's clock; null: a version of before wrote it. */
  readonly ageMs: number | null;
  /** Sum of the units that rounds hold of the quota. */
  readonly committed: bigint;
}

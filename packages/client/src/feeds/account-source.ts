/** Account on the ledger. */
export interface HeldAccount {
  readonly owner: Uint8Array;
  readonly data: Uint8Array;
}

/** Accounts at these addresses, all of one slot; null in the place of an account that does not exist. */
export type AccountSource = (addresses: readonly Uint8Array[]) => Promise<readonly (HeldAccount | null)[]>;

/** A value submitted to the ledger cannot be rolled back often at this commitment, and it is seen within a second. */
export const FEED_COMMITMENT = 'confirmed';

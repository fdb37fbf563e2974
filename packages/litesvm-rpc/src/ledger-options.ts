export interface LocalLedgerOptions {
  /** Length of a slot in milliseconds; 0 leaves slots to `advanceSlots`. Default 400. */
  readonly slotMs?: number;
  /** The wall clock the ledger's clock follows, in milliseconds. Default `Date.now`. */
  readonly nowMs?: () => number;
  /** Seeds the first blockhash, the faucet's key and the genesis hash. Default: the system's. */
  readonly randomBytes?: (length: number) => Uint8Array;
  /** Base58 of 32 bytes: a cluster's, for clients that know their networks by it. Default: random, as of any new ledger. */
  readonly genesisHash?: string;
  /** Transactions kept for `getTransaction`, statuses and `transactions`. Default 20,000. */
  readonly historyTransactions?: number;
  /** The slot before the ledger's first one, as `0n` for a new cluster. Default: where LiteSVM begins, which is a slot of a cluster that has run for years. */
  readonly startSlot?: bigint;
}

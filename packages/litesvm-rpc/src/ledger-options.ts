import type { BlockLimits } from './block-space.js';

/** Clock, slots, first slot and history of a local ledger. */
export interface LocalLedgerOptions {
  /** Length of a slot in milliseconds; 0 leaves slots to `advanceSlots`. Default 400. */
  readonly slotMs?: number;
  /** The wall clock the ledger's clock follows, in milliseconds. Default `Date.now`. */
  readonly nowMs?: () => number;
  /** Source of the first blockhash, the faucet's key and the genesis hash. Default: the system's. */
  readonly randomBytes?: (length: number) => Uint8Array;
  /** Base58 of 32 bytes. Set a cluster's hash for clients that identify networks by it. Default: random. */
  readonly genesisHash?: string;
  /** Transactions kept for `getTransaction`, statuses and `transactions`. Default 20,000. */
  readonly historyTransactions?: number;
  /**
   * Compute units that a block holds, and that it holds of one writable account. A transaction beyond them waits for a later block. Default:
   * no limit, and each transaction is executed at once. Solana's limits change with the features of a cluster.
   */
  readonly blockLimits?: BlockLimits;
  /** The slot before the ledger's first slot; `0n` for a new cluster. Default: LiteSVM's first slot, that of a cluster that has run for years. */
  readonly startSlot?: bigint;
}

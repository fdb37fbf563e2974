import type { LedgerSigner } from '@oracle-gateway/ledger';
import type { LocalLedger } from '@oracle-gateway/litesvm-rpc';
import type { Address } from '@oracle-gateway/protocol';

/** Where a world's program and stablecoin are. */
export interface PreparedLedger {
  readonly programId: Address;
  /** The administrator may mint it. */
  readonly mint: Address;
}

/** The ledger that a world stands on: its own, a validator's that it starts, or one that is there already. */
export interface WorldLedger {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** The ledger inside this process; null where it is another process. */
  readonly local: LocalLedger | null;
  /** Holds the lamports of the world, and administers the protocol. */
  readonly administrator: LedgerSigner;
  /** What every key of the manifest is brought to, and the gateway's key, which pays for settling. */
  readonly lamports: { readonly key: bigint; readonly gateway: bigint };
  /** Sees to it that the program is deployed, with the administrator as its upgrade authority, and that there is a stablecoin. */
  prepare(): Promise<PreparedLedger>;
}

export const LAMPORTS_PER_SOL = 1_000_000_000n;
export const STABLECOIN_DECIMALS = 6;

/** Where a ledger costs nothing: the gateway's are enough for the receipts of 100,000 rounds, about 1.4 million lamports each. */
export const PLENTY = { key: 10n * LAMPORTS_PER_SOL, gateway: 200_000n * LAMPORTS_PER_SOL } as const;
/** Where lamports are somebody's own: enough for a few hundred rounds. */
export const FEW = { key: LAMPORTS_PER_SOL / 50n, gateway: LAMPORTS_PER_SOL / 2n } as const;

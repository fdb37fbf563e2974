import type { LedgerSigner } from '@oracle-gateway/ledger';
import type { LocalLedger } from '@oracle-gateway/litesvm-rpc';
import type { Address } from '@oracle-gateway/protocol';

/** The addresses of a world's program and stablecoin. */
export interface PreparedLedger {
  readonly programId: Address;
  /** The administrator may mint it. */
  readonly mint: Address;
}

/** The ledger of a world: in-process, a test validator, or an existing one. */
export interface WorldLedger {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** The ledger inside this process; null if it is another process. */
  readonly local: LocalLedger | null;
  /** Holds the world's lamports and administers the protocol. */
  readonly administrator: LedgerSigner;
  /** Target balances of the manifest's keys and of the gateway's key, which pays for settlement. */
  readonly lamports: { readonly key: bigint; readonly gateway: bigint };
  /** Deploys the program with the administrator as upgrade authority, and creates the stablecoin, if they are missing. */
  prepare(): Promise<PreparedLedger>;
}

export const LAMPORTS_PER_SOL = 1_000_000_000n;
export const STABLECOIN_DECIMALS = 6;

/** Funds on a ledger without cost. The gateway's lamports cover the receipts of 100,000 rounds, about 1.4 million lamports each. */
export const PLENTY = { key: 10n * LAMPORTS_PER_SOL, gateway: 200_000n * LAMPORTS_PER_SOL } as const;
/** Funds on a ledger with real cost: enough for a few hundred rounds. */
export const FEW = { key: LAMPORTS_PER_SOL / 50n, gateway: LAMPORTS_PER_SOL / 2n } as const;

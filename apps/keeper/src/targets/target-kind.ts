import type { Environment, Keypair } from '@oracle-gateway/app-config';
import type { LedgerReader, RpcCall, RpcServers } from '@oracle-gateway/ledger';
import type { Address, DeploymentId } from '@oracle-gateway/protocol';
import type { TProperties } from '@sinclair/typebox';
import type { Logger } from 'pino';
import type { Target } from '../feeds/target.js';
import type { FeeBudget } from '../state/fee-budget.js';
import type { MetSets } from '../state/met-sets.js';
import type { SenderState } from '../state/sender-state.js';

/** Settings of a target that must not be logged. */
export interface TargetSecrets {
  /** Key that pays for transactions: one that signs for `solana`, 32 bytes for `evm`. */
  readonly payer: Keypair | Uint8Array;
  /** Servers of its own, the preferred first. */
  readonly rpcUrls: readonly string[];
}

/** Cost of the transactions that write some feeds of one round on one target, in lamports or in gas. */
export interface WriteCost {
  readonly target: string;
  readonly unit: 'lamports' | 'gas';
  readonly transactions: number;
  readonly least: bigint;
  readonly most: bigint;
}

/** Parts of a keeper from which a target opens. */
export interface TargetParts {
  readonly programId: Address;
  readonly deploymentId: DeploymentId;
  /** The ledger of `[solana]`. */
  readonly reader: LedgerReader;
  readonly rpc: RpcCall;
  readonly servers: Pick<RpcServers, 'optionalClient'>;
  readonly budget: FeeBudget;
  /** State of the account that sends, which keepers share. */
  readonly senderState: SenderState;
  /** Signer sets that its answers had, counted by all keepers. */
  readonly metSets: MetSets;
  /** Asks all gateways for the registry snapshot by the nodes of a version. Nothing is believed yet. */
  readonly fetchSnapshots: (signerVersion: bigint, signal: AbortSignal) => Promise<readonly unknown[]>;
  /** Its lines name the target. */
  readonly logger: Pick<Logger, 'info'>;
  readonly nowMs: () => number;
  readonly newToken: () => string;
  /** Rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A target of the file. It has no key and no URL of a server, so it may be logged. */
export interface ConfiguredTarget {
  /** The operator's name of it. */
  readonly name: string;
  readonly kind: string;
  /** Sum that transactions of a day (UTC) may cost, in lamports or gwei; null: no limit. */
  readonly maxFeesPerDay: bigint | null;
  /** Names of feeds that it takes no value of a list for. */
  readonly alone: readonly string[];
  /** Whether it keeps feeds beside those. */
  readonly keepsOthers: boolean;
  /** One line for an operator. */
  describe(secrets: TargetSecrets): string;
  costOf(write: { readonly quorum: number; readonly feeds: number }): WriteCost;
  open(secrets: TargetSecrets, parts: TargetParts): Target;
}

/** A table of the file, and where it stands. */
export interface PlacedTable<Table> {
  readonly name: string;
  readonly table: Table;
  readonly maxFeesPerDay: bigint | null;
}

/** One kind of target: a folder for each. No other code names one. */
export interface TargetKind<Table> {
  /** Members of `[targets.<name>]` that this kind has. */
  readonly members: TProperties;
  /** The most bytes of a source's canonical form; null where the target keeps no text. */
  readonly maxTextBytes: number | null;
  /** Sentence of the documents. */
  readonly description: string;
  /** Whether a file has one such target at most. */
  readonly isSingle: boolean;
  /** @throws ConfigError */
  read(placed: PlacedTable<Table>): ConfiguredTarget;
  /** @param variable the environment's variable of its key. Throws ConfigError. */
  readSecrets(
    placed: Pick<PlacedTable<Table>, 'name' | 'table'>,
    at: { readonly environment: Environment; readonly variable: string },
  ): Promise<TargetSecrets>;
}

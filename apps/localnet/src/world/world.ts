import type { LocalLedger } from '@oracle-gateway/litesvm-rpc';

import type { ServedFacilitator } from '../facilitator/serve-facilitator.js';
import type { ForeignLedgerInput } from '../ledgers/foreign.js';
import type { Manifest } from './manifest.js';
import type { StateFolder } from '../base/state-folder.js';

/** `command`: the path of a test validator. */
export type LedgerChoice =
  | { readonly kind: 'local' }
  | { readonly kind: 'validator'; readonly command: string }
  | ({ readonly kind: 'foreign' } & ForeignLedgerInput);

export interface WorldOptions {
  /** The folder whose `.tools` keeps a fetched Redis server: the repository's, or another. */
  readonly root: string;
  /** Folder for the world's files. */
  readonly stateFolder: string;
  /** The gateway's port, followed by the others; 0 for free ports. */
  readonly port: number;
  readonly nodes: number;
  readonly workers: number;
  /** Origins whose pages may call the gateway. Default: none. */
  readonly corsOrigins?: readonly string[];
  /** `host:port` of sources that the nodes may fetch beside the sample sources. Default: none. */
  readonly ownSources?: readonly string[];
  /** A keeper keeps the public feeds fresh. Default: false. */
  readonly keepsFeeds?: boolean;
  /** URL of an existing Redis server. Default: the world starts its own. */
  readonly redisUrl?: string;
  /** Default: a ledger inside this process. */
  readonly ledger?: LedgerChoice;
  /** Seconds for which the gateway goes by what it read of the protocol; the gateway's own default unless a test says otherwise. */
  readonly protocolTtlSeconds?: number;
  /** Answers what gateway and workers are told of the gateway's key, whose file is at `path`. Default: that path. */
  readonly gatewayKey?: (path: string) => Promise<string>;
  /** Added to the environment of every app. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly onProgress?: (line: string) => void;
  /** Lets a test put a proxy between the settlement workers and the ledger. Returns the workers' RPC URL. */
  readonly workerRpcUrl?: (rpcUrl: string) => Promise<string>;
  /** Replaces the ledger's RPC URL for every app. */
  readonly rpcUrls?: (rpcUrl: string) => Promise<readonly string[]>;
  /** Lets a test put a proxy between the gateway and the facilitator. */
  readonly gatewayFacilitatorUrl?: (facilitatorUrl: string) => Promise<string>;
}

export type RestartTarget =
  | { readonly what: 'gateway' | 'redis' | 'keeper' }
  | { readonly what: 'worker' | 'node'; readonly index: number };

/** This world has no such process. */
export class UnknownProcessError extends Error {
  override readonly name = 'UnknownProcessError';
}

/** The ledger is another process, so its clock and history cannot be controlled. */
export class ForeignLedgerError extends Error {
  override readonly name = 'ForeignLedgerError';

  constructor() {
    super('this operation needs the built-in ledger: start the world without --rpc and --validator');
  }
}

/** Everything of one running world. */
export interface World {
  readonly manifest: Manifest;
  readonly stateFolder: StateFolder;
  /** The ledger inside this process. Throws ForeignLedgerError if the world uses another one. */
  readonly ledger: LocalLedger;
  /** Authorises faults at the nodes. */
  readonly faultsToken: string;
  /** Settles payments; null if the x402 packages do not support the ledger's cluster. */
  readonly facilitator: ServedFacilitator | null;
  /**
   * Kills the process if it runs and starts it at the same address. Resolves when it serves and the manifest has its new
   * pid. Throws UnknownProcessError, ServiceStartError.
   */
  restart(target: RestartTarget): Promise<void>;
  /** Stops everything in order of dependency and removes the manifest. */
  close(): Promise<void>;
}

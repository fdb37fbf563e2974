import type { LocalLedger } from '@oracle-gateway/litesvm-rpc';

import type { Facilitator } from '../facilitator/serve-facilitator.js';
import type { ForeignLedgerInput } from './ledgers/foreign.js';
import type { Manifest } from './manifest.js';
import type { StateFolder } from './state-folder.js';

/** `command`: the executable of a test validator. */
export type LedgerChoice =
  | { readonly kind: 'local' }
  | { readonly kind: 'validator'; readonly command: string }
  | ({ readonly kind: 'foreign' } & ForeignLedgerInput);

export interface WorldOptions {
  /** The repository's folder. */
  readonly root: string;
  /** What the world writes; `.localnet` in the repository unless a test says otherwise. */
  readonly stateFolder: string;
  /** The gateway's port, the others follow; 0 for free ones. */
  readonly port: number;
  readonly nodes: number;
  readonly workers: number;
  /** Origins whose pages may call the gateway; none unless it says otherwise. */
  readonly corsOrigins?: readonly string[];
  /** A Redis of somebody else's; otherwise the world starts its own. */
  readonly redisUrl?: string;
  /** A ledger of its own unless it says otherwise. */
  readonly ledger?: LedgerChoice;
  /** How long the gateway goes by what it read of the protocol; the gateway's own default unless a test says otherwise. */
  readonly protocolTtlSeconds?: number;
  readonly onProgress?: (line: string) => void;
  /** Lets a test stand between the settlement workers and the ledger: answers the RPC URL that they are given. */
  readonly workerRpcUrl?: (rpcUrl: string) => Promise<string>;
  /** The RPC servers that every app is given in the place of the ledger's one. */
  readonly rpcUrls?: (rpcUrl: string) => Promise<readonly string[]>;
  /** The same between the gateway and the facilitator. */
  readonly gatewayFacilitatorUrl?: (facilitatorUrl: string) => Promise<string>;
}

export type RestartTarget = { readonly what: 'gateway' | 'redis' } | { readonly what: 'worker' | 'node'; readonly index: number };

/** There is no such process in this world. */
export class UnknownProcessError extends Error {
  override readonly name = 'UnknownProcessError';
}

/** The ledger is another process: its clock and its history are not this world's. */
export class ForeignLedgerError extends Error {
  override readonly name = 'ForeignLedgerError';

  constructor() {
    super('the ledger of this world is another process, which it can neither look into nor move');
  }
}

/** Everything of one running world. */
export interface World {
  readonly manifest: Manifest;
  readonly stateFolder: StateFolder;
  /** The ledger inside this process. Throws ForeignLedgerError where the world stands on another. */
  readonly ledger: LocalLedger;
  /** Authorises faults at the nodes. */
  readonly faultsToken: string;
  /** Settles payments; null where the ledger's cluster is none that the x402 packages know. */
  readonly facilitator: Facilitator | null;
  /**
   * Kills the process when it still runs and starts it at the same address; resolves once it serves and the manifest names its new
   * process. Throws UnknownProcessError, ServiceStartError.
   */
  restart(target: RestartTarget): Promise<void>;
  /** Stops everything, in the order in which parts depend on each other, and removes the manifest. */
  close(): Promise<void>;
}

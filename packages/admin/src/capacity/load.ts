/** A load to plan for. */
export interface Load {
  readonly roundsPerSecond: number;
  /** The way to pay, by its name in the measurement. */
  readonly path: string;
  /** `exact` or `tolerance`: how nodes agree on a value. */
  readonly mode: string;
  readonly quorum: number;
  /** Milliseconds that the source takes to answer. */
  readonly sourceMs: number;
  /** Hours for which Redis appends without writing its file anew, as while a rewrite fails or a copy is made. */
  readonly hoursWithoutRewrite: number;
  /** Owners or payers that share the load evenly. */
  readonly owners: number;
  /** Sources that all rounds ask for together, evenly; null: each round has a source of its own, and no fetch is shared. */
  readonly sources: number | null;
  /** Origins of the sources of one owner. */
  readonly origins: number;
}

/** The parts of a deployment that bound its load. Gateways and workers are not among them: the plan counts them. */
export interface DeploymentSize {
  /** Nodes of the registry. */
  readonly nodes: number;
  /** `sources.threads` of a node, each with a core. */
  readonly nodeThreads: number;
  /** Gateway keypairs, each with a Redis primary of its own. */
  readonly keypairs: number;
  /** Accounts that pay for the settlements of one keypair. */
  readonly payers: number;
  /** SOL that receipts may lock; null: as many as they do. */
  readonly sol: number | null;
  /** GiB of disk of each Redis server; null: as many as it takes. */
  readonly diskGib: number | null;
}

/** A core, and an account's part of a block, are planned for this share: the rest is for peaks, and for leaders that count what is asked. */
export const PLANNED_SHARE = 0.6;

/** What one round costs, as `node bench/capacity.mjs` measured it for one path, set of nodes and quorum. */
export interface CapacityFigures {
  readonly path: string;
  readonly nodes: number;
  readonly quorum: number;
  /** CPU milliseconds of a round: the gateway, one node for each observation, the settlement worker. */
  readonly gatewayMs: number;
  readonly observationMs: number;
  readonly workerMs: number;
  /** Nodes that a round asks. */
  readonly observations: number;
  /** Latency with one round at a time, beyond that of the source. */
  readonly roundMs: number;
  /** Calls of the RPC server a round: by the gateway, and by the worker. */
  readonly gatewayCalls: number;
  readonly workerCalls: number;
  /** Settlement transactions of a round: several rounds share one. */
  readonly transactions: number;
  /** Fees of the settlement, beside the rent that comes back. */
  readonly feeLamports: number;
}

/** Bytes of one round in Redis, by path, as `node bench/outbox-memory.mjs` measures them. */
export interface RecordBytes {
  /** Answered and waiting to be settled, or being paid. */
  readonly waiting: number;
  /** Final or paid, until its time is over. */
  readonly kept: number;
}

/** One measurement: where it was made, and what it gave. */
export interface Measurement {
  readonly machine: string;
  readonly figures: readonly CapacityFigures[];
  readonly recordBytes: Readonly<Record<string, RecordBytes>>;
}

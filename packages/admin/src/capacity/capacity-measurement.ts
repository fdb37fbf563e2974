/** Cost of one round, as `node bench/capacity.mjs` measured it for one path, mode, set of nodes and quorum. */
export interface CapacityRow {
  readonly path: string;
  /** `exact` or `tolerance`. */
  readonly mode: string;
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
  /** Rounds a second of the whole world on one machine, several rounds at once. */
  readonly perSecond: number;
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

/** Rounds that the whole world on one machine serves by the cores that all of its processes may use. */
export interface CoreRow {
  readonly cores: number;
  readonly mode: string;
  readonly perSecond: number;
  /** Latency of one round at a time, and with several at once; in ms, beyond that of the source. */
  readonly roundMs: number;
  readonly loadedRoundMs: number;
}

/** Shares of CPU time that travel from machine to machine: what each is a part of ran beside it. */
export interface CpuShares {
  /** The machine of the main thread's part and of that of Redis. */
  readonly machine: string;
  /** The node's main thread, of an observation: it talks to gateways and signs. Observing threads take the rest. */
  readonly mainThreadOfObservation: number;
  /** The fetch, of an observation: rounds of one source share it. */
  readonly fetchOfObservation: number;
  /** CPU time of a primary for a round, beside that of its gateway. */
  readonly redisOfGateway: number;
}

/** One measurement: where it was made, and what it gave. */
export interface Measurement {
  readonly machine: string;
  readonly rows: readonly CapacityRow[];
  readonly cores: readonly CoreRow[];
  readonly recordBytes: Readonly<Record<string, RecordBytes>>;
  /** Bytes that a round appends to the file of Redis until it is final, by path. */
  readonly appendedBytes: Readonly<Record<string, number>>;
  readonly shares: CpuShares;
  /** Compute units of a round's settlement, by path, as `node bench/settlement-payers.mjs` measures them; 0: no transaction settles it. */
  readonly settlementUnits: Readonly<Record<string, number>>;
}

/** Value that one node got from the source, or its failure. */
export type SimulatedNode = {
  readonly nodeIndex: number;
  /** Milliseconds from the gateway's question to the node's answer. */
  readonly latencyMs: number;
} & (
  | {
      /** Decimal text. */
      readonly value: string;
      /** The 32 bytes that the node would sign, hex with `0x`. */
      readonly valuePacked: string;
      /** When the last byte of the source's answer arrived, by the node's clock, unix milliseconds. */
      readonly receivedAtMs: number;
    }
  | { readonly error: SimulatedFailure }
);

/** Why a node got no value. No member holds text of the source. */
export interface SimulatedFailure {
  /** Such as `upstream_failure` or `node_timeout`: docs/api.md lists them. */
  readonly code: string;
  /** A sentence for people. */
  readonly detail: string;
  /** `fetch`, `select`, `transform` or `pack`: the step at which the source gave no usable value. */
  readonly step?: string;
  /** The rule that the answer of the source breaks, such as `nothing_selected`. */
  readonly rule?: string;
  /** The beginning of your own `responseParser` that the answer of the source matches. */
  readonly matched?: string;
  /** HTTP status of the source. */
  readonly upstreamStatus?: number;
}

/** Value that a round would have signed. */
export interface SimulatedValue {
  /** Decimal text. */
  readonly value: string;
  /** 32 bytes in hex with `0x`. */
  readonly valuePacked: string;
  /** Number of nodes that would sign it. */
  readonly quorum: number;
}

/**
 * A dry run: nodes observe, no node signs, nothing is paid. Its values are the gateway's word: no signature covers them. It has no member
 * of a `VerifiedValue` that holds a value or signers.
 */
export interface Simulation {
  readonly verified: false;
  /** 32 bytes in hex with `0x`: the hash of the source. */
  readonly sourceId: string;
  /** The feed that a round of the account would belong to; absent for a stranger. */
  readonly feedId?: string;
  readonly mode: 'exact' | 'tolerance';
  /** The packed value is the value × 10^decimals. */
  readonly decimals: number;
  /** Quorum of the round that is simulated. */
  readonly quorum: number;
  /** Registry version of the asked nodes. */
  readonly registryVersion: number;
  /** Value that a round would have signed; null where there would have been none. */
  readonly wouldSign: SimulatedValue | null;
  /** Why no value would be signed; absent where one would be. */
  readonly reason?: { readonly code: string; readonly detail: string };
  /** The asked nodes, ascending by index. A stranger has one node asked. */
  readonly nodes: readonly SimulatedNode[];
  /** Prices of one round at this quorum, by the name of the path that pays: atomic units of the stablecoin, in decimal. */
  readonly prices: Readonly<Record<string, string>>;
}

/**
 * Times that several processes judge by, as docs/protocol.md has them. Each is stated here once, and limits of configurations derive from
 * them. The program has its own copies in `programs/oracle/src/timing.rs`; a test compares the two.
 */

/** Seconds after a switch (pause, deactivation, revocation) in which a round's timestamp still counts as before it. */
export const GRACE_SECONDS = 600n;

/** Seconds by which a round's timestamp may lie ahead of the ledger's clock when it settles. */
export const SETTLE_AHEAD_SECONDS = 600n;

/** Seconds that an account stays on the ledger after its time has ended: readers can still see whether a round was settled. */
export const CLOSE_MARGIN_SECONDS = 60n;

/** Seconds for which a registry version stays after its last settlement: contracts on other chains still need the keys of its signers. */
export const REGISTRY_LIFE_SECONDS = 30n * 86_400n;

/** Seconds for which an announced change can be made, from its time on. */
export const ANNOUNCEMENT_LIFE_SECONDS = 14n * 86_400n;

/** Milliseconds by which a value's stamp may lie ahead of the ledger's clock when it is written to its feed. */
export const FEED_AHEAD_MS = 2_000;

/**
 * Seconds for which nodes sign under a registry version that was replaced. Rounds that began under it end within half a minute, and
 * gateways keep their view for as long. The rest covers clocks and RPC servers that lag.
 */
export const REPLACED_VERSION_SECONDS = 600n;

/** Milliseconds by which the clock of a gateway and the clock of a node may differ: the time at which a set was fixed lies within them. */
export const FIXED_AT_SKEW_MS = 2_000;

/** An observation up to this many milliseconds ahead of its set counts as made when the set was fixed, because clocks differ. */
export const MAX_RECEIVED_AHEAD_MS = 2_000;

/** Milliseconds by which the time of a signed request may differ from the node's clock (docs/protocol.md#request-to-a-node). */
export const MAX_REQUEST_SKEW_MS = 10_000;

/** Seconds by which a caller's timestamp may differ from the gateway's clock, at most; a configuration may name fewer. */
export const MAX_TIMESTAMP_SKEW_SECONDS = 300;

/**
 * Milliseconds by which a round's time may differ from the node's clock at observe. It covers what the gateway accepts, the wait before it
 * asks, and the difference of clocks.
 */
export const MAX_ROUND_TIME_SKEW_MS = MAX_TIMESTAMP_SKEW_SECONDS * 1_000 + 10_000;

/** Milliseconds by which a stamp may lie ahead of the node's clock at observe. The node waits for its clock to reach the stamp. */
export const MAX_STAMP_AHEAD_MS = 2_000;

/** Limits on the age of a stamp by the node's clock, in milliseconds. */
export interface StampLimits {
  /** When the node is asked. */
  readonly askedMs: number;
  /** When the node has the value: readers count on it. */
  readonly observedMs: number;
}

/** The limits of a source without payment. */
export const STAMP_LIMITS: StampLimits = { askedMs: 14_000, observedMs: 26_000 };

/** The limits of a source that the node pays. */
export const PAID_STAMP_LIMITS: StampLimits = { askedMs: 22_000, observedMs: 42_000 };

/**
 * Milliseconds for which a node can sign a session; its id stays used for as long. A signed request can be replayed for twice
 * {@link MAX_REQUEST_SKEW_MS}, which is less. No round lasts longer, because the node would have forgotten it.
 */
export const SESSION_LIFE_MS = 30_000;

/** Milliseconds for which a node keeps a nonce pair that it committed to in advance. */
export const COMMITMENT_LIFE_MS = 120_000;

/** Milliseconds in which a node fetches a source, at most: redirects and name resolution included. */
export const SOURCE_DEADLINE_MS = 10_000;

/** Limit on a fetch that carries a payment, in milliseconds: the source settles the payment before it answers. */
export const PAID_SOURCE_DEADLINE_MS = 20_000;

/** Milliseconds that a gateway gives a node to observe, unless configured otherwise (docs/protocol.md#signing-session). */
export const OBSERVE_DEADLINE_MS = 12_000;

/** Limit on an observe call whose node pays the source, in milliseconds. */
export const PAID_OBSERVE_DEADLINE_MS = 20_000;

/** Milliseconds that a gateway gives a node for one attempt to sign, unless configured otherwise (docs/protocol.md#signing-session). */
export const SIGN_DEADLINE_MS = 2_000;

/** Milliseconds that a gateway gives one round, unless configured otherwise. */
export const ROUND_DEADLINE_MS = 25_000;

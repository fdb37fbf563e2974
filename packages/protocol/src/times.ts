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

/** Milliseconds by which a value may lie ahead of the ledger's clock when it is written to its feed. */
export const FEED_AHEAD_MS = 2_000;

/**
 * Seconds for which nodes sign under a registry version that was replaced. Rounds that began under it end within half a minute, and
 * gateways keep their view for as long. The rest covers clocks and RPC servers that lag.
 */
export const REPLACED_VERSION_SECONDS = 600n;

/** Milliseconds by which the clock of a gateway and the clock of a node may differ: the time at which a set was fixed lies within them. */
export const FIXED_AT_SKEW_MS = 2_000;

/** An observation up to this many milliseconds ahead of its set counts as made when the set was fixed, because clocks differ. */
export const MAX_OBSERVED_AHEAD_MS = 2_000;

/** Milliseconds by which the time of a signed request may differ from the node's clock (protocol §5a). */
export const MAX_REQUEST_SKEW_MS = 10_000;

/** Seconds by which a caller's timestamp may lie behind the gateway's clock, at most; a configuration may name fewer. */
export const MAX_TIMESTAMP_AGE_SECONDS = 300;

/**
 * Milliseconds by which a round's time may lie behind the node's clock at observe (protocol, *One value per feed and second*). The gateway
 * dates a nested round itself, just before it asks. A flat round carries its caller's timestamp, which may be older.
 */
export const MAX_BEHIND_MS = { nested: 10_000, flat: MAX_TIMESTAMP_AGE_SECONDS * 1_000 + 10_000 } as const;

/**
 * Milliseconds by which a round's time may lie ahead of the node's clock. A value that is signed for a later time could be written to the
 * feed then. It would keep out values observed in the meantime. So this covers the difference of clocks and no more.
 */
export const MAX_AHEAD_MS = 5_000;

/** Seconds by which a caller's timestamp may lie ahead of the gateway's clock: no node may see it further ahead than {@link MAX_AHEAD_MS}. */
export const MAX_TIMESTAMP_AHEAD_SECONDS = (MAX_AHEAD_MS - FIXED_AT_SKEW_MS) / 1_000;

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

/** Milliseconds that a gateway gives a node to observe, unless configured otherwise (protocol §4). */
export const OBSERVE_DEADLINE_MS = 12_000;

/** Limit on an observe call whose node pays the source, in milliseconds. */
export const PAID_OBSERVE_DEADLINE_MS = 20_000;

/** Milliseconds that a gateway gives a node for one attempt to sign, unless configured otherwise (protocol §4). */
export const SIGN_DEADLINE_MS = 2_000;

/** Milliseconds that a gateway gives one round, unless configured otherwise. */
export const ROUND_DEADLINE_MS = 25_000;

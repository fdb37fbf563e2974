/** A value on the ledger, as its source packs it. */
export interface HeldValue {
  /** The packed number: value × 10^decimals. It may be negative. */
  readonly value: bigint;
  /** The stamp, unix milliseconds: its age counts from there. */
  readonly observedAtMs: number;
  /** An emergency has ended the registry version that signed it: readers refuse the value. */
  readonly isEnded: boolean;
}

/** When a feed has to be written. */
export interface FeedRule {
  /** The greatest age that a value may reach, milliseconds. */
  readonly heartbeatMs: number;
  /** A new value is bought so long before, milliseconds: for what a round and a transaction take, and for failures. */
  readonly leadMs: number;
  /** Distance from the held value, in hundredths of a percent of it; null: only time decides. */
  readonly deviationBps: number | null;
}

/** Why a feed is written now. */
export type Reason = 'first' | 'ended' | 'heartbeat' | 'deviation';

const BPS = 10_000n;

/** The reason that needs no value of the source; null where time does not ask for a new value. */
export function dueByTime(held: HeldValue | null, { heartbeatMs, leadMs }: FeedRule, nowMs: number): Reason | null {
  if (held === null) return 'first';
  if (held.isEnded) return 'ended';
  return nowMs - held.observedAtMs >= heartbeatMs - leadMs ? 'heartbeat' : null;
}

/**
 * Why the feed is to be written; null where it is not. `seen` has the scale of `held`; null where the source was not asked. A far value is
 * written like any other: a bound on the distance would keep out every later value after a true jump.
 */
export function decideFeed(input: {
  readonly held: HeldValue | null;
  readonly seen: bigint | null;
  readonly rule: FeedRule;
  readonly nowMs: number;
}): Reason | null {
  const { held, seen, rule, nowMs } = input;
  const reason = dueByTime(held, rule, nowMs);
  if (reason !== null || held === null || seen === null || rule.deviationBps === null) return reason;
  const distance = magnitude(seen - held.value);
  // Any distance from zero is infinitely many percent.
  return distance > 0n && distance * BPS >= BigInt(rule.deviationBps) * magnitude(held.value) ? 'deviation' : null;
}

/** The first reason of the targets of a feed. Values of targets that do not answer are left out. */
export function decideTargets(input: {
  readonly held: readonly (HeldValue | null)[];
  readonly seen: bigint | null;
  readonly rule: FeedRule;
  readonly nowMs: number;
}): Reason | null {
  return firstReason(input.held, (held) => decideFeed({ ...input, held }));
}

/** The first reason of the targets of a feed that needs no value of the source. */
export function targetsDueByTime(held: readonly (HeldValue | null)[], rule: FeedRule, nowMs: number): Reason | null {
  return firstReason(held, (one) => dueByTime(one, rule, nowMs));
}

function firstReason(held: readonly (HeldValue | null)[], reasonOf: (one: HeldValue | null) => Reason | null): Reason | null {
  return held.map(reasonOf).find((reason) => reason !== null) ?? null;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

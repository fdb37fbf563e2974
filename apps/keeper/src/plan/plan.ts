import type { FeedRule } from '../feeds/decide.js';

export interface PlanInput {
  readonly rule: FeedRule;
  readonly checkIntervalMs: number;
  /** Price of one round, in the unit of its account. */
  readonly price: bigint;
  readonly maxPerDay: bigint | null;
  /** Lamports of one transaction. */
  readonly lamportsPerWrite: bigint;
}

/** Cost of a feed on a day on which no value deviates. */
export interface FeedPlan {
  readonly checksPerDay: number;
  /** Rounds and transactions: the heartbeats, each early by the lead. */
  readonly writesPerDay: number;
  readonly costPerDay: bigint;
  readonly lamportsPerDay: bigint;
  /** Rounds that `max_per_day` leaves for deviations and failures; below zero where it does not cover the heartbeats; null without a limit. */
  readonly writesToSpare: number | null;
}

const DAY_MS = 86_400_000;

export function planFeed({ rule, checkIntervalMs, price, maxPerDay, lamportsPerWrite }: PlanInput): FeedPlan {
  // A check finds at most one check's time too late that a value is due.
  const everyMs = Math.max(checkIntervalMs, Math.ceil((rule.heartbeatMs - rule.leadMs) / checkIntervalMs) * checkIntervalMs);
  const writesPerDay = Math.ceil(DAY_MS / everyMs);
  return {
    checksPerDay: Math.ceil(DAY_MS / checkIntervalMs),
    writesPerDay,
    costPerDay: BigInt(writesPerDay) * price,
    lamportsPerDay: BigInt(writesPerDay) * lamportsPerWrite,
    writesToSpare: maxPerDay === null || price === 0n ? null : Number(maxPerDay / price) - writesPerDay,
  };
}

const BASE_FEE_LAMPORTS = 5_000n;
const MICRO = 1_000_000n;

/** Lamports of one transaction: the fee of its signature, and the priority fee of all units that it may consume. */
export function lamportsOf(computeUnits: number, microLamportsPerUnit: bigint): bigint {
  return BASE_FEE_LAMPORTS + (BigInt(computeUnits) * microLamportsPerUnit + MICRO - 1n) / MICRO;
}

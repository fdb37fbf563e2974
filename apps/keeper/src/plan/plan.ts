import type { FeedRule } from '../feeds/decide.js';

export interface PlanInput {
  readonly rule: FeedRule;
  readonly checkIntervalMs: number;
  /** Price of one round, in the unit of its account. */
  readonly price: bigint;
  readonly maxPerDay: bigint | null;
  /** Lamports of the transactions of one value. */
  readonly lamportsPerWrite: bigint;
  /** Gas of the transactions of one value. Default: 0. */
  readonly gasPerWrite?: bigint;
}

/** Cost of a feed on a day on which no value deviates. */
export interface FeedPlan {
  readonly checksPerDay: number;
  /** Rounds and transactions: the heartbeats, each early by the lead. */
  readonly writesPerDay: number;
  readonly costPerDay: bigint;
  readonly lamportsPerDay: bigint;
  readonly gasPerDay: bigint;
  /** Rounds that `max_per_day` leaves for deviations and failures; below zero where it does not cover the heartbeats; null without a limit. */
  readonly writesToSpare: number | null;
}

const DAY_MS = 86_400_000;

export function planFeed({ rule, checkIntervalMs, price, maxPerDay, lamportsPerWrite, gasPerWrite = 0n }: PlanInput): FeedPlan {
  // A check finds at most one check's time too late that a value is due.
  const everyMs = Math.max(checkIntervalMs, Math.ceil((rule.heartbeatMs - rule.leadMs) / checkIntervalMs) * checkIntervalMs);
  const writesPerDay = Math.ceil(DAY_MS / everyMs);
  return {
    checksPerDay: Math.ceil(DAY_MS / checkIntervalMs),
    writesPerDay,
    costPerDay: BigInt(writesPerDay) * price,
    lamportsPerDay: BigInt(writesPerDay) * lamportsPerWrite,
    gasPerDay: BigInt(writesPerDay) * gasPerWrite,
    writesToSpare: maxPerDay === null || price === 0n ? null : Number(maxPerDay / price) - writesPerDay,
  };
}

/** Rule by which tenants share a resource. */
export interface ShareRule {
  /** Its size in places, bytes or uses of a window. */
  readonly max: number;
  /** A tenant may have this many times what is free: 8 leaves one ninth free for newcomers. */
  readonly factor: number;
  /** Factor on the share of all strangers together. */
  readonly strangersFactor: number;
  /** The last ones are only for tenants that have fewer than this: a tenant that has nothing always finds one. */
  readonly reserve: number;
}

/** A rule with its size; every other member has a default. */
export interface ShareRuleOptions extends Partial<ShareRule> {
  readonly max: number;
}

const FACTOR = 8;
const STRANGERS_FACTOR = 1;
const RESERVE_PART = 1 / 16;

/** Fills in the defaults, which suit most resources. Throws RangeError for numbers that make no rule. */
export function shareRule({
  max,
  factor = FACTOR,
  strangersFactor = STRANGERS_FACTOR,
  reserve = Math.ceil(max * RESERVE_PART),
}: ShareRuleOptions): ShareRule {
  const rule = { max, factor, strangersFactor, reserve };
  for (const [name, value] of Object.entries(rule)) {
    if (!(value > 0 || (name === 'reserve' && value === 0)) || !Number.isFinite(value))
      throw new RangeError(`${name}: must be a positive number`);
  }
  return rule;
}

/** Why a request is refused: nothing is left, the tenant has its share, or all strangers together have theirs. */
export type ShareRefusal = 'full' | 'own_share' | 'strangers_share';

export interface ShareRequest {
  readonly amount: number;
  /** The part that no tenant has. */
  readonly free: number;
  /** The part that the tenant has, with its charges. */
  readonly own: number;
  /** The part that all strangers have, if the tenant is a stranger; otherwise null. */
  readonly strangers: number | null;
}

/**
 * The dynamic threshold of shared buffers (Choudhury and Hahne, 1998): a tenant may have up to a multiple of what is free. Alone it has
 * nearly everything. As others come, the free part and the tenant's share shrink; tenants need not be counted. In addition, the last few are
 * kept for tenants that have fewer than that: any number of large tenants leave some.
 */
export function shareRefusal(rule: ShareRule, { amount, free, own, strangers }: ShareRequest): ShareRefusal | null {
  if (amount > free) return 'full';
  if (strangers === null) return fits({ amount, free, own, factor: rule.factor, reserve: rule.reserve }) ? null : 'own_share';
  const { strangersFactor } = rule;
  if (!fits({ amount, free, own: strangers, factor: strangersFactor, reserve: rule.reserve })) return 'strangers_share';
  // A stranger that has nothing gets one while strangers have less than their share; the others share it by the same rule. Each one taken is
  // also one less that is free.
  if (own === 0) return null;
  const limit = limitOf({ amount, free, own: strangers, factor: strangersFactor, reserve: rule.reserve });
  const roomOfStrangers = (limit - strangers) / (1 + strangersFactor);
  const reserve = (rule.reserve * strangersFactor) / (1 + strangersFactor);
  return fits({ amount, free: roomOfStrangers, own, factor: rule.factor, reserve }) ? null : 'own_share';
}

interface Shared {
  readonly amount: number;
  readonly free: number;
  readonly own: number;
  readonly factor: number;
  readonly reserve: number;
}

/** The requested amount must be left once more: the next tenant that asks for as much finds it. */
function limitOf({ amount, free, own, factor, reserve }: Shared): number {
  const kept = own === 0 ? 0 : Math.min(own, Math.max(reserve, amount)) + amount - 1;
  return factor * (free - kept);
}

/** A tenant that has nothing may have one of what is free, however small its part of that is: a factor below 1 would leave it nothing of a few. */
function fits(shared: Shared): boolean {
  const { amount, free, own } = shared;
  return (own === 0 && amount <= Math.min(1, free)) || own + amount <= limitOf(shared);
}

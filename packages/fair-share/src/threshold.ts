/** How a resource is shared. */
export interface ShareRule {
  /** What there is of it, in places, bytes or uses of a window. */
  readonly max: number;
  /** A party may have so many times what is free: 8 leave one ninth free for those who come. */
  readonly factor: number;
  /** The same for all strangers together. */
  readonly strangersFactor: number;
  /** The last so many are only for parties that have less: whoever has nothing finds one, however many have a lot. */
  readonly spare: number;
}

export type ShareRuleOptions = Pick<ShareRule, 'max'> & Partial<ShareRule>;

const FACTOR = 8;
const STRANGERS_FACTOR = 1;
const SPARE_PART = 1 / 16;

/** A rule with everything that is left out as it suits most resources. Throws RangeError for what is no rule. */
export function shareRule(options: ShareRuleOptions): ShareRule {
  const rule = { factor: FACTOR, strangersFactor: STRANGERS_FACTOR, spare: Math.ceil(options.max * SPARE_PART), ...options };
  for (const [name, value] of Object.entries(rule)) {
    if (!(value > 0 || (name === 'spare' && value === 0)) || !Number.isFinite(value))
      throw new RangeError(`${name}: must be a positive number`);
  }
  return rule;
}

/** Why somebody does not get what he asks for: there is no more, or he, or all strangers together, have their share. */
export type ShareRefusal = 'full' | 'own_share' | 'strangers_share';

export interface ShareRequest {
  readonly amount: number;
  /** What nobody has. */
  readonly free: number;
  /** What the party has, with what it is charged for. */
  readonly own: number;
  /** What all strangers have, of whom the party is one; null: it is none. */
  readonly strangers: number | null;
}

/**
 * The dynamic threshold of shared buffers (Choudhury and Hahne, 1998): a party may have up to a multiple of what is free. Alone it has nearly
 * everything; as others come, less is free, and its share shrinks without anybody counting parties. Beyond that, the last few are kept for
 * those who have less than that few themselves: parties that hold much leave some, however many they are.
 */
export function shareRefusal(rule: ShareRule, { amount, free, own, strangers }: ShareRequest): ShareRefusal | null {
  if (amount > free) return 'full';
  if (strangers === null) return fits({ amount, free, own, factor: rule.factor, spare: rule.spare }) ? null : 'own_share';
  const { strangersFactor } = rule;
  if (!fits({ amount, free, own: strangers, factor: strangersFactor, spare: rule.spare })) return 'strangers_share';
  // One who has nothing gets what strangers may have; among the others it is shared as everything is. Each one taken is less free as well.
  if (own === 0) return null;
  const limit = limitOf({ amount, free, own: strangers, factor: strangersFactor, spare: rule.spare });
  const roomOfStrangers = (limit - strangers) / (1 + strangersFactor);
  const spare = (rule.spare * strangersFactor) / (1 + strangersFactor);
  return fits({ amount, free: roomOfStrangers, own, factor: rule.factor, spare }) ? null : 'own_share';
}

interface Shared {
  readonly amount: number;
  readonly free: number;
  readonly own: number;
  readonly factor: number;
  readonly spare: number;
}

/** What is asked for at once is left once more, so that it is there for the next who asks for as much. */
function limitOf({ amount, free, own, factor, spare }: Shared): number {
  const kept = own === 0 ? 0 : Math.min(own, Math.max(spare, amount)) + amount - 1;
  return factor * (free - kept);
}

function fits(shared: Shared): boolean {
  return shared.own + shared.amount <= limitOf(shared);
}

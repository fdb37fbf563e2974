import type { Subject } from '@oracle-gateway/protocol/internal';
import { unitsOf } from '@oracle-gateway/protocol';
import type { FeedPlan } from './plan.js';
import { planFeed } from './plan.js';
import type { KeptFeedSettings } from '../config/feed-settings.js';
import type { WriteCost } from '../targets/index.js';
import { mostOf } from './write-costs.js';

/** Account that pays. */
export interface PlannedAccount {
  readonly path: string;
  readonly unit: 'atomic units' | 'rounds';
}

/** Prices of a round of one subject, by the gateway. */
export interface PlannedRound {
  /** Prices by path, atomic units; null where the gateway did not tell. */
  readonly prices: Readonly<Record<string, string>> | null;
  /** Why there are no prices; null where there are. */
  readonly trouble: string | null;
  /** Cost to the account, in its unit; null where it is not known. */
  readonly price: bigint | null;
}

export interface PlannedFeed extends PlannedRound {
  readonly feed: KeptFeedSettings;
  readonly account: PlannedAccount;
  /** Plan at the highest priority fee. Null without a price. */
  readonly plan: FeedPlan | null;
  /** Cost of a write on each target. */
  readonly writes: readonly WriteCost[];
}

export interface ReadPlanDeps {
  readonly readPrices: (subject: Subject) => Promise<Readonly<Record<string, string>>>;
  readonly writes: readonly WriteCost[];
}

/** The cost of a day of one feed, by the prices of the gateway. Throws nothing: what could not be asked is missing. */
export async function readPlan(deps: ReadPlanDeps, { feed, account }: Pick<PlannedFeed, 'feed' | 'account'>): Promise<PlannedFeed> {
  const { writes } = deps;
  const round = await readRoundPrice(deps, feed.subject, account);
  const { price } = round;
  const plan =
    price === null ? null : planFeed({ ...feed, price, lamportsPerWrite: mostOf(writes, 'lamports'), gasPerWrite: mostOf(writes, 'gas') });
  return { feed, account, ...round, plan, writes };
}

export async function readRoundPrice(
  { readPrices }: Pick<ReadPlanDeps, 'readPrices'>,
  subject: Subject,
  { unit, path }: PlannedAccount,
): Promise<PlannedRound> {
  let prices: Readonly<Record<string, string>> | null = null;
  let trouble: string | null = null;
  try {
    prices = await readPrices(subject);
  } catch (error) {
    trouble = error instanceof Error ? error.message : 'unknown failure';
  }
  return { prices, trouble, price: unit === 'rounds' ? BigInt(unitsOf(subject.form)) : priceIn(prices, path) };
}

function priceIn(prices: Readonly<Record<string, string>> | null, path: string): bigint | null {
  const text = prices !== null && Object.hasOwn(prices, path) ? prices[path] : undefined;
  return text === undefined || !/^\d{1,20}$/.test(text) ? null : BigInt(text);
}

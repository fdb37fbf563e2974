import { submitComputeUnits } from '@oracle-gateway/ledger';
import { unitsOf } from '@oracle-gateway/protocol';
import type { FeedPlan } from './plan.js';
import { lamportsOf, planFeed } from './plan.js';
import type { KeptFeedSettings } from '../config/feed-settings.js';

export interface PlannedFeed {
  readonly feed: KeptFeedSettings;
  /** Account that pays. */
  readonly account: { readonly path: string; readonly unit: 'atomic units' | 'rounds' };
  /** Prices of a round by path, atomic units; null where the gateway did not tell. */
  readonly prices: Readonly<Record<string, string>> | null;
  /** Why there are no prices; null where there are. */
  readonly trouble: string | null;
  /** Plan at the highest priority fee. Null without a price. */
  readonly plan: FeedPlan | null;
  readonly lamportsPerWrite: { readonly least: bigint; readonly most: bigint };
}

/** The cost of a day of one feed, by the prices of the gateway. Throws nothing: what could not be asked is missing. */
export async function readPlan(
  deps: { readonly readPrices: () => Promise<Readonly<Record<string, string>>>; readonly feeCapMicroLamports: number },
  { feed, account }: Pick<PlannedFeed, 'feed' | 'account'>,
): Promise<PlannedFeed> {
  const units = submitComputeUnits(feed.quorum);
  const lamportsPerWrite = { least: lamportsOf(units, 0n), most: lamportsOf(units, BigInt(deps.feeCapMicroLamports)) };
  let prices: Readonly<Record<string, string>> | null = null;
  let trouble: string | null = null;
  try {
    prices = await deps.readPrices();
  } catch (error) {
    trouble = error instanceof Error ? error.message : 'unknown failure';
  }
  const price = account.unit === 'rounds' ? BigInt(unitsOf(feed.subject.form)) : priceIn(prices, account.path);
  const plan = price === null ? null : planFeed({ ...feed, price, lamportsPerWrite: lamportsPerWrite.most });
  return { feed, account, prices, trouble, plan, lamportsPerWrite };
}

function priceIn(prices: Readonly<Record<string, string>> | null, path: string): bigint | null {
  const text = prices !== null && Object.hasOwn(prices, path) ? prices[path] : undefined;
  return text === undefined || !/^\d{1,20}$/.test(text) ? null : BigInt(text);
}

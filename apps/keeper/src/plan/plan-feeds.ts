import type { Config } from '../config/config.js';
import type { OpenedFeed } from '../gateway/open-feeds.js';
import { type PlannedFeed, readPlan } from './read-plan.js';

/** The cost of a day of every feed, by a dry run of each. Throws nothing. */
export function planFeeds(
  { accounts, priorityFee }: Pick<Config, 'accounts' | 'priorityFee'>,
  feeds: readonly Pick<OpenedFeed, 'settings' | 'readPrices'>[],
): Promise<readonly PlannedFeed[]> {
  const { capMicroLamports: feeCapMicroLamports } = priorityFee;
  return Promise.all(
    feeds.map(({ settings, readPrices }) => {
      const kind = accounts.get(settings.account)?.kind;
      if (kind === undefined) throw new TypeError('a feed names an account that was not read');
      return readPlan({ readPrices, feeCapMicroLamports }, { feed: settings, account: kind });
    }),
  );
}

import type { Config } from '../config/config.js';
import type { OpenedFeed } from '../gateway/open-feeds.js';
import { planLists, type PlannedKept, type PlannedList } from './plan-lists.js';
import { readPlan } from './read-plan.js';
import { writeCosts } from './write-costs.js';

/** Costs of all feeds of a file. */
export interface FilePlan {
  /** Each feed by itself. */
  readonly feeds: readonly PlannedKept[];
  /** Feeds that fall due together. */
  readonly lists: readonly PlannedList[];
}

/** The cost of every feed and every list, by a dry run of each. Throws nothing. */
export async function planFeeds(
  { accounts, targets }: Pick<Config, 'accounts' | 'targets'>,
  opened: readonly Pick<OpenedFeed, 'settings' | 'feed' | 'readPrices'>[],
): Promise<FilePlan> {
  const feeds = await Promise.all(
    opened.map(async ({ settings, feed: kept, readPrices }) => {
      const kind = accounts.get(settings.account)?.kind;
      if (kind === undefined) throw new TypeError('a feed names an account that was not read');
      return {
        ...(await readPlan({ readPrices, writes: writeCosts(targets, settings) }, { feed: settings, account: kind })),
        kept,
        readPrices,
      };
    }),
  );
  return { feeds, lists: await planLists(feeds, targets) };
}

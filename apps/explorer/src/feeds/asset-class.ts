import type { Feed } from '../catalogue/feeds.js';

const NAMES: Readonly<Record<string, string>> = {
  crypto: 'Crypto',
  fx: 'Currencies',
  rates: 'Interest rates',
  statistics: 'Statistics',
  weather: 'Weather',
  energy: 'Energy',
  chain: 'Blockchains',
  software: 'Software',
  index: 'Indices',
};

/** Name of a kind of feed for people. A kind that the page does not know keeps its own. */
export function className(assetClass: string): string {
  return NAMES[assetClass] ?? assetClass.charAt(0).toUpperCase() + assetClass.slice(1);
}

const PRICES: ReadonlySet<string> = new Set(['crypto', 'fx', 'index']);

/** Whether people ask of its values by how many per cent they moved. A feed that no catalogue lists may be of any kind. */
export function hasChange(feed: Pick<Feed, 'assetClass'> | undefined): boolean {
  return feed === undefined || PRICES.has(feed.assetClass);
}

/** The kinds that feeds have, in the order in which they come first. */
export function classesOf(feeds: readonly Feed[]): readonly string[] {
  return [...new Set(feeds.map(({ assetClass }) => assetClass))];
}

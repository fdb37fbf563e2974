import type { Subject } from '@oracle-gateway/protocol/internal';
import type { Feed } from '../catalogue/feeds.js';

/** Names of a feed for people. */
export interface FeedTitle {
  readonly title: string;
  /** Name of the source of its number. */
  readonly sourceName: string;
}

/** Names by the catalogue where it lists the feed; otherwise by its sources. */
export function titleOf(subject: Subject, feed: Pick<Feed, 'title' | 'provider'> | undefined): FeedTitle {
  if (feed !== undefined) return { title: feed.title, sourceName: feed.provider };
  const hosts = [...new Set(subject.sources.map(({ apiConfig }) => hostOf(apiConfig.url)))];
  const sourceName = hosts.join(', ');
  const [first, second] = subject.sources;
  if (first === undefined || second !== undefined) return { title: `Index of ${subject.sources.length} sources`, sourceName };
  return { title: lastPart(first.apiConfig.url), sourceName };
}

/** An address as people read it: without its scheme. */
export function readableUrl(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function lastPart(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search, host } = new URL(url);
  const part = pathname.split('/').findLast((one) => one !== '');
  return part === undefined ? host : `${part}${search}`;
}

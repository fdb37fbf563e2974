export { builtInFeed, builtInFeedNames, type FeedCatalogue, isFeedName, namedFeed } from './feed.js';
export type { NamedSource } from './named-source.js';
export { parseSource } from './parse-source.js';

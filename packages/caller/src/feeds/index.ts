export { builtInFeed, builtInFeedNames, type FeedCatalogue, isFeedName, namedFeed } from './feed.js';
export { type IndexSource, isIndex, type NamedSource, type SourceOrIndex } from './named-source.js';
export { parseSource } from './parse-source.js';

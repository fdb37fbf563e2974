export { type ExpectedFeed, type FeedAnswerInput, feedVerifier } from './verify/verify-feed-answer.js';
export { latestValues, type LatestValues, type ToldFeed, type ToldRow } from './verify/latest-values.js';
export type { ApiConfigInput, IndexInput, SourceInput } from './base/source.js';
export type { LedgerOptions } from './ledger/deployment.js';
export type { VerifiedValue } from './verify/verify-answer.js';
export type { VerifyFromLedgerDeps } from './verify/verify-from-ledger.js';

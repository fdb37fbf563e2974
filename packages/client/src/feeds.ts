export { type FeedMode, type FeedRefusal } from '@oracle-gateway/protocol/accounts';
export { ClientUsageError, OracleGatewayError, TransportError } from './base/errors.js';
export type { AccountSource, HeldAccount } from './feeds/account-source.js';
export { kitAccounts, type KitRpc } from './feeds/kit-accounts.js';
export { FeedError, feedIdOf, readFeed, type FeedReading, type FeedSettings } from './feeds/read-feed.js';
export type { ApiConfigInput, IndexInput, SourceInput } from './base/source.js';
export { rpcAccounts } from './feeds/rpc-accounts.js';
export { web3Accounts, type Web3Connection } from './feeds/web3-accounts.js';

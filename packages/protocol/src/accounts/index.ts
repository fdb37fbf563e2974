export { AccountDecodeError } from './account-reader.js';
export {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  associatedTokenAddress,
  configAddress,
  delegateAddress,
  feedAddress,
  gatewayAddress,
  nodeAddress,
  registryAddress,
  subscriptionAddress,
  TOKEN_PROGRAM_ID,
} from './addresses.js';
export { type ConfigAccount, decodeConfig } from './config-account.js';
export { type DelegateAccount, decodeDelegate, delegateIsRevoked, delegateRoundsLeft } from './delegate-account.js';
export { decodeFeed, type FeedAccount, type FeedMode } from './feed-account.js';
export { decodeGateway, type GatewayAccount, gatewayIsActive } from './gateway-account.js';
export { decodeNode, type NodeAccount } from './node-account.js';
export { nodeOfRegistry } from './node-of-registry.js';
export { decodeRegistry, type RegistryAccount } from './registry-account.js';
export { decodeRoundReceipt, type RoundReceiptAccount } from './round-receipt-account.js';
export { decodeSubscription, type SubscriptionAccount, subscriptionIsPaused } from './subscription-account.js';

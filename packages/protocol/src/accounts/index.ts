export { AccountDecodeError } from './account-body.js';
export {
  ACCOUNT_BYTES,
  ACCOUNT_DISCRIMINATORS,
  type AgentEscrowAccount,
  type AgentRoundAccount,
  decodeAgentEscrow,
  decodeAgentRound,
  decodeDelegate,
  decodeGateway,
  decodePendingChange,
  decodeRoundReceipt,
  decodeSignerSet,
  decodeSubscription,
  type DelegateAccount,
  type GatewayAccount,
  type PendingChangeAccount,
  REGISTRY_ITEM_BYTES,
  type RoundReceiptAccount,
  type SignerSetAccount,
  type SubscriptionAccount,
} from './accounts.generated.js';
export {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  associatedTokenAddress,
  associatedTokenAddressBump,
  configAddress,
  delegateAddress,
  escrowAddress,
  escrowAddressBump,
  feedAddress,
  gatewayAddress,
  nodeAddress,
  pendingChangeAddress,
  registryAddress,
  signerSetAddress,
  subscriptionAddress,
  TOKEN_PROGRAM_ID,
} from './addresses.js';
export { askableNodes, type AskableNode, type FormerNode, formerNodes } from './askable-nodes.js';
export { agentEscrowIsPaused, withdrawableFrom } from './agent-escrow-account.js';
export { type ConfigAccount, decodeConfig } from './config-account.js';
export { delegateIsRevoked, delegateRoundsLeft } from './delegate-account.js';
export { decodeFeed, type FeedAccount, type FeedMode } from './feed-account.js';
export { gatewayIsActive } from './gateway-account.js';
export { decodeNode, type NodeAccount } from './node-account.js';
export { type FeedExpectation, type FeedRefusal, type FeedVerdict, judgeFeed } from './judge-feed.js';
export { nodeOfRegistry } from './node-of-registry.js';
export { decodeRegistry, type RegistryAccount } from './registry-account.js';
export { subscriptionIsPaused } from './subscription-account.js';
export {
  type MintTerms,
  readMint,
  readTokenHolding,
  readTokenHoldingOf,
  TOKEN_ACCOUNT_BYTES,
  type TokenHolding,
} from './token-accounts.js';

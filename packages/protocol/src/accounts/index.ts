export { AccountDecodeError } from './account-body.js';
export { ACCOUNT_BYTES, ACCOUNT_DISCRIMINATORS, REGISTRY_ITEM_BYTES } from './accounts.generated.js';
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
  registryAddress,
  signerSetAddress,
  subscriptionAddress,
  TOKEN_PROGRAM_ID,
} from './addresses.js';
export { type AgentEscrowAccount, agentEscrowIsPaused, decodeAgentEscrow } from './agent-escrow-account.js';
export { type AgentRoundAccount, decodeAgentRound } from './agent-round-account.js';
export { type ConfigAccount, decodeConfig } from './config-account.js';
export { type DelegateAccount, decodeDelegate, delegateIsRevoked, delegateRoundsLeft } from './delegate-account.js';
export { decodeFeed, type FeedAccount, type FeedMode } from './feed-account.js';
export { decodeGateway, type GatewayAccount, gatewayIsActive } from './gateway-account.js';
export { decodeNode, type NodeAccount } from './node-account.js';
export { nodeOfRegistry } from './node-of-registry.js';
export { decodeRegistry, type RegistryAccount } from './registry-account.js';
export { decodeRoundReceipt, type RoundReceiptAccount } from './round-receipt-account.js';
export { decodeSignerSet, type SignerSetAccount } from './signer-set-account.js';
export { decodeSubscription, type SubscriptionAccount, subscriptionIsPaused } from './subscription-account.js';

export { addressText } from './address-name.js';
export { readRegistrySnapshot, type RegistrySnapshotRead } from './registry-snapshot-read.js';
export { awaitRegistry } from './await-registry.js';
export { createBatchReader, MAX_BATCH_ADDRESSES, type BatchRead, type BatchReader, type StoredAccount } from './batch-reader.js';
export { createCachedRead, type CachedRead, type CachedReadDeps } from './cached-read.js';
export { UPGRADEABLE_LOADER } from './program-ids.js';
export { readClockSeconds } from './clock-sysvar.js';
export { createLedgerCluster, type LedgerCluster, type OwnedAccount, type ProgramAccountsInput } from './cluster.js';
export { settleAgentComputeUnits, settleComputeUnits, submitComputeUnits, submitManyComputeUnits } from './compute-units.js';
export {
  BroadcastRefusedError,
  LedgerBusyError,
  LedgerUnavailableError,
  ProtocolNotInitialisedError,
  RpcRefusalError,
  TransactionTooLargeError,
  type CallEffect,
} from './errors.js';
export { readExecutedTransaction } from './executed-transaction.js';
export type { ExecutedInstruction, ExecutedTransaction, TokenChange } from './rpc/executed-answer.js';
export { readMoney, type MoneyInstruction } from './instructions/read-money.js';
export type { EscrowName, EscrowRead, EscrowRoundsRead } from './escrow-read.js';
export type { LedgerAccountMeta, LedgerInstruction } from '@oracle-gateway/protocol/instructions';
export {
  type AnnounceChangeInput,
  type AnnouncedChange,
  type AnnouncedSlotChange,
  changeDigest,
  decodeAnnouncedChange,
  madeAsAnnounced,
} from './instructions/announced-change.js';
export type { ChangeRegistryInput, RegistryChange } from './instructions/change-registry.js';
export type { CreateSignerSetInput } from './instructions/create-signer-set.js';
export type { GatewayStatus, RegisterGatewayInput, SetGatewayStatusInput, UpdateGatewayInput } from './instructions/gateways.js';
export { instructions } from './instructions/index.js';
export type * from '@oracle-gateway/protocol/instructions';
export type {
  AddDelegateInput as DelegateBoundsInput,
  PauseEscrowInput as EscrowInput,
  PauseSubscriptionInput as SubscriptionOwnerInput,
  RevokeDelegateInput as DelegateInput,
} from '@oracle-gateway/protocol/instructions';
export type { KeyForm, ProofInput } from './instructions/proof.js';
export type { RegisterNodeInput } from './instructions/register-node.js';
export type { SettleAgentRoundInput } from './instructions/settle-agent-round.js';
export type { SettleRoundInput } from './instructions/settle-round.js';
export type { InitialiseInput, PriceSettings, ProtocolSettings, UpdateConfigInput } from './instructions/settings.js';
export { MAX_SHOWN_SOURCE_BYTES, type ShowSourceInput } from './instructions/show-source.js';
export { type ListGroup, type ShownEntry, shownGroups, type SubmitManyInput } from './instructions/submit-many.js';
export type { SubmitInput } from './instructions/submit.js';
export type { WithdrawEscrowInput } from './instructions/withdraw-escrow.js';
export { createPriorityFee, type PriorityFee, type PriorityFeeDeps } from './priority-fee.js';
export { PROGRAM_ERRORS, programErrorName, TOKEN_ACCOUNT_FROZEN } from '@oracle-gateway/protocol/instructions';
export { CLOCK_SYSVAR } from './program-ids.js';
export { FEE_BALANCE_RESERVE_LAMPORTS, feeBalance, spendableLamports, rentLamports } from './fee-balance.js';
export {
  createLedgerReader,
  type DelegateName,
  type LedgerRead,
  type CurrentRegistryReader,
  type GatewayAccountReader,
  type LedgerConfigReader,
  type LedgerReader,
  type LedgerReaderOptions,
  type RegistryNodesReader,
  type RegistryReader,
  type TreasuryReader,
  type ReadOptions,
  type ReceiptRead,
} from './reader.js';
export { GatewayKeyError, requireGatewayKey } from './require-gateway-key.js';
export { DeploymentMismatchError, requireDeployment } from './require-deployment.js';
export {
  describeRefusal,
  type InstructionRefusal,
  type ProgramRefusal,
  type TransactionLevelRefusal,
  type TransactionRefusal,
} from './refusal.js';
export { rememberedAddresses, rememberedBumps } from '@oracle-gateway/protocol/instructions';
export { type FetchLike, type HttpAnswer, type RpcHttpRequest, readBounded } from './rpc/bounded-fetch.js';
export type { Commitment } from './rpc/commitment.js';
export type { LedgerServer } from './rpc/ledger-server.js';
export { createKeepAliveFetch, createSingleCallFetch, type PlainFetch, type PlainRequest } from './rpc/http-clients.js';
export { createPacedRpc, type PacedRpcDeps } from './rpc/paced-rpc.js';
export { createRpcClient, presentUrl, type RpcCall, type RpcClientDeps, type RpcUrl } from './rpc/rpc-client.js';
export { CLOCK_TOLERANCE } from './rpc/believed-clock.js';
export { OtherClusterError, type RpcCallLimits, type ServerOutcome } from './rpc/rpc-server.js';
export { LedgerAheadError, LedgerBehindError } from './rpc/slot-judge.js';
export { createRpcServers, MAX_RPC_SERVERS, type RpcServers, type RpcServersDeps } from './rpc/rpc-servers.js';
export {
  createLedgerSender,
  MAX_STATUS_SIGNATURES,
  type BuildOptions,
  type LedgerSender,
  type LedgerSenderOptions,
  type SimulationResult,
  type TransactionStatus,
} from './sender.js';
export { signerFromSecretKey, type LedgerSigner } from './signer.js';
export { treasuryAddress } from './treasury-address.js';
export { createTransactionDraft, footprintOf, type InstructionFootprint, type TransactionDraft } from './transaction-draft.js';
export {
  readMint,
  readTokenHolding,
  readTokenHoldingOf,
  TOKEN_ACCOUNT_BYTES,
  type MintTerms,
  type TokenHolding,
} from '@oracle-gateway/protocol/accounts';
export {
  createAssociatedTokenAccount,
  transferTokens,
  type CreateTokenAccountInput,
  type TransferTokensInput,
} from '@oracle-gateway/protocol/instructions';
export { MAX_TRANSACTION_BYTES, type BuiltTransaction } from './transaction.js';
export { untilLedgerAnswers, type UntilLedgerAnswersDeps } from './until-ledger-answers.js';
export {
  createTransactionHistory,
  MAX_NAMED_TRANSACTIONS,
  type ChainTip,
  type HistoricTransaction,
  type NamedPage,
  type NamedTransaction,
  type TransactionHistory,
  readBlockTime,
} from './transaction-history.js';

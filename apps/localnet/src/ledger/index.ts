export { deployProgram, type Deployment } from './deploy.js';
export {
  createLocalLedger,
  DEVNET_GENESIS_HASH,
  LedgerSetupError,
  type LedgerListener,
  type LocalLedger,
  type LocalLedgerOptions,
  type SimulationOptions,
  type Submission,
} from './ledger.js';
export { LedgerPortError, serveLedgerRpc, type LedgerRpc, type RpcServerOptions } from './rpc-server.js';
export { addressOf, type AccountUse, type Instruction, type SecretKey } from './signed-transaction.js';
export type { LedgerAccount } from './svm.js';
export { associatedTokenAddress, createMintAt, createTokenAccount, DEVNET_USDC_MINT, mintTo } from './tokens.js';
export type { TransactionError } from './transaction-error.js';
export type { LandedTransaction } from './transaction-log.js';
export type { LedgerUsage } from './usage.js';
export { decodeTransaction, TransactionDecodeError, type WireTransaction } from './wire-transaction.js';

import { describeTransactionError, type TransactionError } from './transaction-error.js';

/** A transaction of the ledger itself (an airdrop, a deployment, tokens, `send`) failed. The message has the reason and the logs. */
export class LedgerSetupError extends Error {
  override readonly name = 'LedgerSetupError';

  constructor(
    readonly err: TransactionError,
    readonly logs: readonly string[],
  ) {
    super(`${describeTransactionError(err)}${logs.map((line) => `\n  ${line}`).join('')}`);
  }
}

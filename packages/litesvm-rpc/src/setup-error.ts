import { describeTransactionError, type TransactionError } from './transaction-error.js';

/** A transaction the ledger itself built (an airdrop, a deployment, tokens, `send`) failed; the message tells why, with the logs. */
export class LedgerSetupError extends Error {
  override readonly name = 'LedgerSetupError';

  constructor(
    readonly err: TransactionError,
    readonly logs: readonly string[],
  ) {
    super(`${describeTransactionError(err)}${logs.map((line) => `\n  ${line}`).join('')}`);
  }
}

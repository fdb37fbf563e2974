import { describeRefusal, type TransactionRefusal } from '@oracle-gateway/ledger';

/** The state of the ledger does not allow the change. The message names the subject and the rule. Nothing was sent. */
export class NotPossibleError extends Error {
  override readonly name = 'NotPossibleError';

  constructor(
    readonly subject: string,
    readonly rule: string,
  ) {
    super(`${subject}: ${rule}`);
  }
}

/** A simulation refused the transaction. Nothing was sent. */
export class WouldBeRefusedError extends Error {
  override readonly name = 'WouldBeRefusedError';

  constructor(readonly refusal: TransactionRefusal) {
    super(`the ledger would refuse the transaction: ${describeRefusal(refusal)}`);
  }
}

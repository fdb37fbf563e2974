import { describeRefusal, type TransactionRefusal } from '@oracle-gateway/ledger';

/** What was asked for cannot be as things stand on the ledger: what is in the way, and the rule. Nothing was sent. */
export class NotPossibleError extends Error {
  override readonly name = 'NotPossibleError';

  constructor(
    readonly subject: string,
    readonly rule: string,
  ) {
    super(`${subject}: ${rule}`);
  }
}

/** The ledger would refuse the transaction, says a simulation. Nothing was sent. */
export class WouldBeRefusedError extends Error {
  override readonly name = 'WouldBeRefusedError';

  constructor(readonly refusal: TransactionRefusal) {
    super(`the ledger would refuse it: ${describeRefusal(refusal)}`);
  }
}

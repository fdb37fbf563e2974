/** The rule that a payment's transaction breaks. */
export type AuthorizationErrorReason = 'undecodable' | 'not-canonical' | 'durable-nonce' | 'lookup-tables' | 'no-single-transfer';

const RULES: Readonly<Record<AuthorizationErrorReason, string>> = {
  undecodable: 'must be a Solana transaction in standard base64',
  'not-canonical': 'must be encoded as the ledger encodes it',
  'durable-nonce': 'must expire with a blockhash, not hold a durable nonce',
  'lookup-tables': 'must name its accounts without lookup tables',
  'no-single-transfer': 'must hold exactly one TransferChecked',
};

/** The transaction is not an acceptable payment for one round. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
  constructor(
    readonly reason: AuthorizationErrorReason,
    options?: ErrorOptions,
  ) {
    super(`the payment's transaction ${RULES[reason]}`, options);
  }
}

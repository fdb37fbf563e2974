import { PAYMENT_IDENTIFIER, PAYMENT_IDENTIFIER_RULE } from './payment-identifier.js';

/** Characters of a `PAYMENT-SIGNATURE` header; one that echoes terms, resource and an upstream quote has about 1,900. */
export const MAX_PAYMENT_HEADER_CHARS = 8_192;

/** The rule that a `PAYMENT-SIGNATURE` header breaks. */
export type PaymentHeaderErrorReason = 'too-large' | 'undecodable' | 'no-v2-payment' | 'bad-identifier';

const RULES: Readonly<Record<PaymentHeaderErrorReason, string>> = {
  'too-large': `must have at most ${MAX_PAYMENT_HEADER_CHARS} characters`,
  undecodable: 'must be JSON in standard base64',
  'no-v2-payment': 'must be a payment of x402 version 2',
  'bad-identifier': `extensions.${PAYMENT_IDENTIFIER}.info.id ${PAYMENT_IDENTIFIER_RULE}`,
};

/** The header holds no acceptable payment. The error repeats nothing of it. */
export class PaymentHeaderError extends Error {
  override readonly name = 'PaymentHeaderError';
  constructor(
    readonly reason: PaymentHeaderErrorReason,
    options?: ErrorOptions,
  ) {
    super(`PAYMENT-SIGNATURE ${RULES[reason]}`, options);
  }
}

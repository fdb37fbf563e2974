import { type Address, formatAddress } from '@oracle-gateway/protocol';
import {
  AuthorizationError,
  type DecodedPayment,
  decodePaymentHeader,
  PaymentHeaderError,
  type PaymentAuthorization,
  type PaymentTerms,
  readAuthorization,
} from '@oracle-gateway/x402';
import { GatewayError } from '../errors.js';

/** A payment as it was sent, and what it authorizes. */
export interface SentPayment {
  readonly payment: DecodedPayment;
  readonly authorization: PaymentAuthorization;
}

/** The payment of a `PAYMENT-SIGNATURE` header; what is none as the 400 that admission gives in its turn, which repeats nothing of it. */
export function readSentPayment(header: string): SentPayment | GatewayError {
  try {
    const payment = decodePaymentHeader(header);
    return { payment, authorization: readAuthorization(payment.transaction) };
  } catch (error) {
    if (error instanceof PaymentHeaderError || error instanceof AuthorizationError) {
      return new GatewayError('payment_header_invalid', { detail: error.message });
    }
    throw error;
  }
}

/**
 * What a transaction pays otherwise than its terms say; null when nothing. The facilitator looks closer: this is what the record of the
 * payment says, by which it is found on the ledger, so it is not believed on another's word.
 */
export function paidOtherwise(
  { payer, payeeTokenAccount, mint, amountAtomic, feePayer }: PaymentAuthorization,
  terms: PaymentTerms,
  treasury: Address,
): string | null {
  if (formatAddress(mint) !== terms.asset) return 'its transaction transfers another asset';
  if (formatAddress(payeeTokenAccount) !== formatAddress(treasury)) return 'its transaction pays another account than the treasury';
  if (amountAtomic.toString() !== terms.amount) return 'its transaction transfers another amount';
  if (formatAddress(feePayer) !== terms.extra.feePayer) return 'its transaction has another fee payer';
  if (formatAddress(payer) === terms.extra.feePayer) return 'the fee payer pays for nobody';
  return null;
}

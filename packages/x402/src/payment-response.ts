import { encodePaymentResponseHeader } from '@x402/core/http';
import type { Network } from './payment-terms.js';

/** What the caller's payment came to, for the `PAYMENT-RESPONSE` header (interface §4.2). */
export type PaymentReceipt = {
  readonly success: boolean;
  /** Base58 signature of the transaction; empty when there is none. */
  readonly transaction: string;
  readonly network: Network;
  /** Base58: who authorised the transfer. */
  readonly payer: string;
  readonly errorReason?: string;
};

/** The header's value: base64 of the receipt. */
export function paymentResponseHeader(receipt: PaymentReceipt): string {
  return encodePaymentResponseHeader(receipt);
}

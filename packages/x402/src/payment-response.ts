import { encodePaymentResponseHeader } from '@x402/core/http';
import type { Network } from './payment-terms.js';

/** Outcome of the caller's payment, for the `PAYMENT-RESPONSE` header (docs/api.md#post-v1x402execute). */
export type PaymentReceipt = {
  readonly success: boolean;
  /** Base58 signature of the transaction; empty without one. */
  readonly transaction: string;
  readonly network: Network;
  /** Base58 address of the authority of the transfer. */
  readonly payer: string;
  readonly errorReason?: string;
};

/** The header's value: base64 of the receipt. */
export function paymentResponseHeader(receipt: PaymentReceipt): string {
  return encodePaymentResponseHeader(receipt);
}

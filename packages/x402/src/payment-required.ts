import { encodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentTerms } from './payment-terms.js';
import type { UpstreamQuote } from './upstream-quote.js';

/** Body of the `402` (docs/api.md#post-v1x402execute). */
export type PaymentRequiredBody = {
  readonly x402Version: 2;
  readonly error: string;
  readonly resource: { readonly url: string; readonly description: string; readonly mimeType: string };
  readonly accepts: readonly [PaymentTerms];
  readonly extensions?: PaymentExtensions;
};

/** Extensions of a `402`. */
export type PaymentExtensions = {
  readonly upstream?: UpstreamQuote;
  /** The x402 extension by which facilitators list resources. */
  readonly bazaar?: Readonly<Record<string, unknown>>;
  /** The x402 extension by which a payer names what it pays for. */
  readonly 'payment-identifier'?: Readonly<Record<string, unknown>>;
};

/** The terms of a `402`, and why it is answered. */
export interface PaymentRequiredInput {
  /** Why payment is required, or was rejected. */
  readonly error: string;
  readonly resource: PaymentRequiredBody['resource'];
  readonly terms: PaymentTerms;
  readonly extensions?: PaymentExtensions;
}

/**
 * The answer's body and its `PAYMENT-REQUIRED` header, made from one value.
 *
 * @example
 * const { body, header } = paymentRequired({ error: 'payment required', resource, terms });
 */
export function paymentRequired(input: PaymentRequiredInput): { readonly body: PaymentRequiredBody; readonly header: string } {
  const { error, resource, terms, extensions } = input;
  const isExtended = extensions !== undefined && Object.keys(extensions).length > 0;
  const body: PaymentRequiredBody = { x402Version: 2, error, resource, accepts: [terms], ...(isExtended ? { extensions } : {}) };
  return { body, header: encodePaymentRequiredHeader({ ...body, accepts: [...body.accepts] }) };
}

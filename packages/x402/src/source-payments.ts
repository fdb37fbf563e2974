import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '@oracle-gateway/protocol';
import { decodePaymentSignatureHeader } from '@x402/core/http';
import { parsePaymentPayload } from '@x402/core/schemas';
import { AuthorizationError } from './authorization-error.js';
import { readPaymentAuthorization } from './authorization.js';
import { MAX_SOURCE_PAYMENT_BYTES, SourcePaymentsError } from './source-payments-error.js';

const HEADER_OF_VERSION = { 1: 'X-PAYMENT', 2: 'PAYMENT-SIGNATURE' } as const;

/** One payment to a paywalled source. One node passes it on unchanged, in the header of its version. */
export interface SourcePayment {
  readonly x402Version: 1 | 2;
  readonly headerName: (typeof HEADER_OF_VERSION)[1 | 2];
  /** Base64, as the caller sent it. */
  readonly headerValue: string;
}

/**
 * Reads the payments of `sourcePayments`, in order: the i-th is for the i-th eligible node.
 * @param eligibleSetSize required number of payments
 * @throws SourcePaymentsError
 */
export function readSourcePayments(texts: readonly string[], eligibleSetSize: number): readonly SourcePayment[] {
  if (texts.length !== eligibleSetSize) {
    throw new SourcePaymentsError(null, `must hold one payment for each eligible node, ${eligibleSetSize} in all`);
  }
  const payments = texts.map((text, index) => readSourcePayment(text, index));
  const firstPlaces = new Map<string, number>();
  payments.forEach(({ identity }, index) => {
    const earlier = firstPlaces.get(identity);
    if (earlier !== undefined) throw new SourcePaymentsError(index, `must not be the payment of sourcePayments[${earlier}]`);
    firstPlaces.set(identity, index);
  });
  return payments.map(({ payment }) => payment);
}

function readSourcePayment(text: string, index: number): { payment: SourcePayment; identity: string } {
  if (text.length > MAX_SOURCE_PAYMENT_BYTES) throw new SourcePaymentsError(index, `must have at most ${MAX_SOURCE_PAYMENT_BYTES} bytes`);
  const parsed = parsePaymentPayload(decode(text, index));
  if (!parsed.success) throw new SourcePaymentsError(index, 'must be a payment of x402 version 1 or 2');
  const { x402Version, payload } = parsed.data;
  const payment: SourcePayment = { x402Version, headerName: HEADER_OF_VERSION[x402Version], headerValue: text };
  return { payment, identity: identityOf(payload) };
}

function decode(text: string, index: number): unknown {
  try {
    return decodePaymentSignatureHeader(text);
  } catch (cause) {
    throw new SourcePaymentsError(index, 'must be JSON in standard base64', { cause });
  }
}

/** Identity of a payment: of a Solana payment its transaction's message, of any other its authorization. */
function identityOf(payload: Readonly<Record<string, unknown>>): string {
  const { transaction } = payload;
  try {
    if (typeof transaction === 'string') return toHex(readPaymentAuthorization(transaction).key);
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
  }
  return toHex(sha256(new TextEncoder().encode(JSON.stringify(payload))));
}

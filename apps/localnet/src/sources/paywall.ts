import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
  HTTPFacilitatorClient,
} from '@x402/core/http';
import { PaymentPayloadV2Schema } from '@x402/core/schemas';
import { x402ResourceServer } from '@x402/core/server';
import type { Network, PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/server';

import { json, type SampleAnswer } from './source.js';

export interface PaywallOptions {
  readonly facilitatorUrl: string;
  readonly network: Network;
  /** Base58; its token account must exist. */
  readonly payTo: string;
  /** Base58 mint. */
  readonly asset: string;
  readonly amountAtomic: bigint;
}

/** Sells one answer for each payment. */
export interface Paywall {
  /** Returns `sold` with the receipt when the payment in the header is settled; otherwise the 402. */
  charge(input: { header: string | undefined; resourceUrl: string; sold: SampleAnswer }): Promise<SampleAnswer>;
}

const FACILITATOR_TIMEOUT_MS = 20_000;
const UNAVAILABLE = json({ error: 'payment facility unavailable' }, 503);

/** Opens a paywall from the x402 packages. The facilitator must answer. */
export async function openPaywall(options: PaywallOptions): Promise<Paywall> {
  const { facilitatorUrl, network, payTo, asset, amountAtomic } = options;
  const client = new HTTPFacilitatorClient({ url: facilitatorUrl, timeoutMs: FACILITATOR_TIMEOUT_MS });
  const server = new x402ResourceServer(client).register(network, new ExactSvmScheme());
  await server.initialize();
  const price = { amount: amountAtomic.toString(), asset };
  const accepts = await server.buildPaymentRequirements({ scheme: 'exact', network, payTo, price, maxTimeoutSeconds: 60 });
  const required = async (resourceUrl: string, error: string): Promise<SampleAnswer> => {
    const body = await server.createPaymentRequiredResponse(accepts, { url: resourceUrl, mimeType: 'application/json' }, error);
    const answer = json({ ...body }, 402);
    return { ...answer, headers: { ...answer.headers, 'payment-required': encodePaymentRequiredHeader(body) } };
  };
  return {
    async charge({ header, resourceUrl, sold }) {
      if (header === undefined) return required(resourceUrl, 'payment required');
      const found = readPayment(server, accepts, header);
      if (found === null) return required(resourceUrl, 'the payment is not for these terms');
      try {
        const verified = await server.verifyPayment(found.payment, found.terms);
        if (!verified.isValid) return await required(resourceUrl, verified.invalidReason ?? 'the payment was refused');
        const settled = await server.settlePayment(found.payment, found.terms);
        const answer = settled.success ? sold : await required(resourceUrl, settled.errorReason ?? 'the payment was not settled');
        return { ...answer, headers: { ...answer.headers, 'payment-response': encodePaymentResponseHeader(settled) } };
      } catch {
        return UNAVAILABLE;
      }
    },
  };
}

function readPayment(
  server: x402ResourceServer,
  accepts: PaymentRequirements[],
  header: string,
): { payment: PaymentPayload; terms: PaymentRequirements } | null {
  try {
    const payment = decodePaymentSignatureHeader(header);
    if (!PaymentPayloadV2Schema.safeParse(payment).success) return null;
    const terms = server.findMatchingRequirements(accepts, payment);
    return terms === undefined ? null : { payment, terms };
  } catch {
    return null;
  }
}

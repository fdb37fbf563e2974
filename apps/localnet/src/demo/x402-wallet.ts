import { createKeyPairSignerFromBytes } from '@solana/kit';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client, x402HTTPClient } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';

import type { SecretKey } from '../world/keypair.js';
import { DemoFailure } from './demo-failure.js';

/** What a payment came to, as whoever took it says. */
export interface Receipt {
  /** Base58. */
  readonly transaction: string;
  /** Base58: who authorised the transfer. */
  readonly payer: string;
}

/** A key with the official x402 client, as anybody installs it, within limits on spending. */
export interface X402Wallet {
  /** `fetch` that pays once what a 402 asks for, and asks again. */
  readonly fetch: typeof fetch;
  /** So many payments for what a 402 asks for, each of its own, in base64; they are signed, and sent to nobody. */
  signPayments(refusal: Response, count: number): Promise<readonly string[]>;
}

export interface X402WalletInput {
  readonly rpcUrl: string;
  readonly key: SecretKey;
  /** CAIP-2. */
  readonly network: string;
  /** Base58: the mint that the gateway takes. */
  readonly asset: string;
}

/** As the client's own limit on the stablecoins that it knows: a dollar, in atomic units. */
const MAX_AMOUNT_PER_PAYMENT = '1000000';

export async function createX402Wallet({ rpcUrl, key, network, asset }: X402WalletInput): Promise<X402Wallet> {
  if (!isCaip2(network))
    throw new DemoFailure(`network: must be a CAIP-2 id, such as solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1; got ${network}`);
  const signer = await createKeyPairSignerFromBytes(key);
  const client = new x402Client()
    .register('solana:*', new ExactSvmScheme(signer, { rpcUrl }))
    // The client pays in stablecoins that it knows. On a ledger that was there already the world's stablecoin is none of them.
    .setSpendControls({ allowedAssets: [{ network, asset, maxAmountPerPayment: MAX_AMOUNT_PER_PAYMENT }] });
  const http = new x402HTTPClient(client);
  return {
    fetch: wrapFetchWithPayment(fetch, client),
    async signPayments(refusal, count) {
      const body: unknown = await refusal.json();
      const required = http.getPaymentRequiredResponse((name) => refusal.headers.get(name), body);
      const payments: string[] = [];
      while (payments.length < count) {
        const { 'PAYMENT-SIGNATURE': payment = '' } = http.encodePaymentSignatureHeader(await client.createPaymentPayload(required));
        payments.push(payment);
      }
      return payments;
    },
  };
}

/** The receipt of an answer that was paid for. Throws DemoFailure where it holds none, or says that the payment was not made. */
export function readReceipt(headers: Headers): Receipt {
  const header = headers.get('payment-response');
  if (header === null) throw new DemoFailure('an answer that was paid for holds no receipt');
  const { success, transaction, payer } = decodePaymentResponseHeader(header);
  if (!success || payer === undefined) throw new DemoFailure('the receipt of a payment says that it was not made');
  return { transaction, payer };
}

function isCaip2(text: string): text is `${string}:${string}` {
  return text.includes(':');
}

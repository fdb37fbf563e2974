import type { Account } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client, x402HTTPClient } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';

import type { SecretKey } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';

/** A payment's receipt, as the payee reports it. */
export interface WalletReceipt {
  /** Base58. */
  readonly transaction: string;
  /** Base58: the key that authorised the transfer. */
  readonly payer: string;
}

/** A key with the official x402 client and a spending limit. */
export interface X402Wallet {
  /** `fetch` that pays a 402 once and repeats the request. */
  readonly fetch: typeof fetch;
  /** `count` separate signed payments for a 402, in base64. They are not sent. */
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

/** One dollar in atomic units: the client's own limit for known stablecoins. */
const MAX_AMOUNT_PER_PAYMENT = '1000000';

export async function createX402Wallet({ rpcUrl, key, network, asset }: X402WalletInput): Promise<X402Wallet> {
  if (!isCaip2(network))
    throw new DemoFailure(`network: must be a CAIP-2 id, such as solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1; got ${network}`);
  const signer = await createKeyPairSignerFromBytes(key);
  const client = new x402Client()
    .register('solana:*', new ExactSvmScheme(signer, { rpcUrl }))
    // The client pays in stablecoins that it knows. A foreign ledger's stablecoin is not one of them.
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

/** An account of the client that pays for each round, at most `maxAmount` atomic units. */
export async function payingAccount(key: SecretKey, maxAmount: bigint): Promise<Account> {
  return payPerRequest({ signer: await createKeyPairSignerFromBytes(key), maxAmount });
}

/** The receipt of a paid answer. Throws DemoFailure if the receipt is missing or reports a failed payment. */
export function readWalletReceipt(headers: Headers): WalletReceipt {
  const header = headers.get('payment-response');
  if (header === null) throw new DemoFailure('the paid answer has no receipt');
  const { success, transaction, payer } = decodePaymentResponseHeader(header);
  if (!success || payer === undefined) throw new DemoFailure('the receipt reports that the payment failed');
  return { transaction, payer };
}

function isCaip2(text: string): text is `${string}:${string}` {
  return text.includes(':');
}

import { BoundedMap } from '@oracle-gateway/protocol';
import type { TransactionSigner } from '@solana/kit';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { paymentAccount, type PaymentLimits } from './accounts/pay-per-request.js';
import { ClientUsageError } from './base/errors.js';
import { textOf } from './base/json.js';
import type { Account } from './rounds/account.js';

const X402_VERSION = 2;
const MAX_SERVERS = 16;

export interface PayPerRequestInput extends PaymentLimits {
  /** Signs the payment's transaction: a signer of `@solana/kit`, such as `createKeyPairSignerFromBytes` makes. */
  readonly signer: TransactionSigner;
}

/**
 * Pays for each round by one x402 payment, made by the official client of x402. Before anything is signed, the terms are held against the
 * ledger: network, stablecoin, treasury, purpose and amount. Each payment has a name, under which a lost answer is asked for again; it is
 * not paid twice.
 *
 * @throws ClientUsageError unless `maxAmount` is a positive bigint
 * @example
 * const signer = await createKeyPairSignerFromBytes(secretKey);
 * const client = createClient({ gateway, ledger, account: payPerRequest({ signer, maxAmount: 10_000n }) });
 */
export function payPerRequest({ signer, ...limits }: PayPerRequestInput): Account {
  const schemes = new BoundedMap<string, ExactSvmScheme>(MAX_SERVERS);
  return paymentAccount({
    ...limits,
    address: signer.address,
    async sign(terms, { rpcUrl }) {
      const scheme = schemes.getOrCreate(rpcUrl, () => new ExactSvmScheme(signer, { rpcUrl }));
      try {
        const { payload } = await scheme.createPaymentPayload(X402_VERSION, { ...terms, extra: { ...terms.extra } });
        return textOf(payload['transaction']) ?? '';
      } catch (error) {
        throw new ClientUsageError('signer', 'the payment could not be signed; compare the signer and rpcUrl', { cause: error });
      }
    },
  });
}

import { BoundedMap } from '@oracle-gateway/protocol/internal';
import {
  type Address,
  createSignableMessage,
  isAddress,
  isMessagePartialSigner,
  isTransactionSigner,
  type TransactionSigner,
} from '@solana/kit';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { paymentAccount, type PaymentLimits } from './accounts/pay-per-request.js';
import { ClientUsageError } from './base/errors.js';
import { textOf } from './base/json.js';
import type { Signer } from './base/signer.js';
import type { Account } from './rounds/account.js';

const X402_VERSION = 2;
const MAX_SERVERS = 16;

/** A method of a signer of `@solana/kit`, which alone calls it. */
type KitMethod = (...input: never[]) => Promise<readonly object[]>;

/**
 * A signer of transactions of `@solana/kit`, such as `createKeyPairSignerFromBytes` makes, by the members that kit tells it by. Its own types need
 * a later TypeScript than this package.
 */
export type PaymentSigner = { readonly address: string } & (
  | { readonly signTransactions: KitMethod }
  | { readonly modifyAndSignTransactions: KitMethod }
  | { readonly signAndSendTransactions: KitMethod }
);

/** A signer that pays per request, and the limits of its payments. */
export interface PayPerRequestInput extends PaymentLimits {
  /** Signs the payment's transaction. One that signs messages too can read its usage. */
  readonly signer: PaymentSigner;
}

/**
 * Pays for each round by one x402 payment, made by the official client of x402. Before anything is signed, the terms are held against the
 * ledger: network, stablecoin, treasury, purpose and amount. Each payment has a name, under which a lost answer is asked for again; it is
 * not paid twice.
 *
 * @throws ClientUsageError unless `maxAmount` is a positive bigint and `signer` one of kit's
 * @example
 * const signer = await createKeyPairSignerFromBytes(secretKey);
 * const client = createClient({ gateway, ledger, account: payPerRequest({ signer, maxAmount: 10_000n }) });
 */
export function payPerRequest({ signer: given, ...limits }: PayPerRequestInput): Account {
  const signer = kitSignerOf(given);
  const schemes = new BoundedMap<string, ExactSvmScheme>(MAX_SERVERS);
  return paymentAccount({
    ...limits,
    address: signer.address,
    ...readerOf(signer),
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

function kitSignerOf(signer: PaymentSigner): TransactionSigner {
  if (hasAddress(signer) && isTransactionSigner(signer)) return signer;
  throw new ClientUsageError('signer', 'must be a signer of @solana/kit, such as createKeyPairSignerFromBytes makes');
}

function hasAddress(signer: PaymentSigner): signer is PaymentSigner & { readonly address: Address } {
  return isAddress(signer.address);
}

function readerOf(signer: TransactionSigner): { readonly reader?: Signer } {
  if (!isMessagePartialSigner(signer)) return {};
  const { address } = signer;
  const sign = async (message: Uint8Array): Promise<Uint8Array> => {
    const [signatures] = await signer.signMessages([createSignableMessage(message)]);
    const signature = signatures?.[address];
    if (signature === undefined) throw new TypeError('a message signer answers its own signature');
    return signature;
  };
  return { reader: { address, sign } };
}

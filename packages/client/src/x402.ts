import { BoundedMap, formatAddress, NO_OWNER, parseAddress } from '@oracle-gateway/protocol';
import type { TransactionSigner } from '@solana/kit';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import type { Account } from './account.js';
import type { Allowance } from './allowance.js';
import { requireAmount } from './accounts/agent.js';
import { earnPaidRound, type SignedPayment } from './accounts/earn-paid.js';
import type { CheckedTerms } from './accounts/payment-terms.js';
import { ClientUsageError } from './errors.js';
import { textOf } from './json.js';

const X402_VERSION = 2;
/** More payments than one payer makes while a blockhash lives. */
const MAX_REMEMBERED = 1_024;
/** A new blockhash, and so another transaction, comes about every half second. */
const ANOTHER_TRANSACTION_MS = 700;
const MAX_SAME_TRANSACTIONS = 6;

export interface PayPerRequestInput {
  /** Signs the payment's transaction: a signer of `@solana/kit`, such as `createKeyPairSignerFromBytes` makes. */
  readonly signer: TransactionSigner;
  /** Atomic units of the stablecoin that one round may cost: all payments together that are signed for it. */
  readonly maxAmount: bigint;
  /** What this and other rounds may cost together. */
  readonly allowance?: Allowance;
  /** JSON-RPC of a Solana server for the payment's transaction; that of the client's ledger unless set. */
  readonly rpcUrl?: string;
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
export function payPerRequest(input: PayPerRequestInput): Account {
  const { signer, maxAmount, allowance } = input;
  requireAmount(maxAmount);
  const payerKey = parseAddress(signer.address);
  const schemes = new Map<string, ExactSvmScheme>();
  /** The name that each transaction was signed for: two payments of the same terms and blockhash are one transaction. */
  const names = new BoundedMap<string, string>(MAX_REMEMBERED);

  function schemeOf(rpcUrl: string): ExactSvmScheme {
    const known = schemes.get(rpcUrl) ?? new ExactSvmScheme(signer, { rpcUrl });
    schemes.set(rpcUrl, known);
    return known;
  }

  return {
    feedOwner: formatAddress(NO_OWNER),
    earn(draft, io) {
      const scheme = schemeOf(input.rpcUrl ?? io.ledger.rpcUrl);
      return earnPaidRound(
        {
          address: signer.address,
          maxAmount,
          allowance,
          async sign(terms, paymentId) {
            for (let again = 0; ; again += 1) {
              const payment = await signedPayment(scheme, terms, paymentId);
              const name = names.getOrCreate(payment.transaction, () => paymentId);
              // Past the limit the gateway decides: it serves a transaction once.
              if (name === paymentId || again === MAX_SAME_TRANSACTIONS) return payment;
              await io.wait(ANOTHER_TRANSACTION_MS * (1 + io.random()), draft.signal);
            }
          },
          isPayment: (transaction, memo) => holds(transaction, payerKey) && holds(transaction, new TextEncoder().encode(memo)),
        },
        draft,
        io,
      );
    },
  };
}

async function signedPayment(scheme: ExactSvmScheme, terms: CheckedTerms, paymentId: string): Promise<SignedPayment> {
  let payload: Readonly<Record<string, unknown>>;
  try {
    ({ payload } = await scheme.createPaymentPayload(X402_VERSION, { ...terms, extra: { ...terms.extra } }));
  } catch (error) {
    throw new ClientUsageError('signer', 'the payment could not be signed; compare the signer and rpcUrl', { cause: error });
  }
  const transaction = textOf(payload['transaction']) ?? '';
  const extensions = { 'payment-identifier': { info: { id: paymentId } } };
  return { transaction, header: btoa(JSON.stringify({ x402Version: X402_VERSION, payload, accepted: terms, extensions })) };
}

/** Whether the bytes are somewhere in a transaction. */
function holds(transaction: Uint8Array, bytes: Uint8Array): boolean {
  for (let start = 0; start + bytes.length <= transaction.length; start += 1)
    if (bytes.every((byte, place) => transaction[start + place] === byte)) return true;
  return false;
}

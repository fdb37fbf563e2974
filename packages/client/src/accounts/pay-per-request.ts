import { formatAddress, NO_OWNER, parseAddress } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { Allowance } from '../base/allowance.js';
import type { Signer } from '../base/signer.js';
import type { Account, AccountIo } from '../rounds/account.js';
import { requireAmount } from './agent.js';
import { earnPaidRound, type SignedPayment } from './earn-paid.js';
import type { CheckedTerms } from './payment-terms.js';
import { usageAuthorization, usageReads } from './usage-reads.js';

const X402_VERSION = 2;
/** More payments than one payer makes while a blockhash lives. */
const MAX_REMEMBERED = 1_024;
/** A new blockhash, and so another transaction, comes about every half second. */
const ANOTHER_TRANSACTION_MS = 700;
const MAX_SAME_TRANSACTIONS = 6;

/** Settings of every account that pays per request, however it signs its transactions. */
export interface PaymentLimits {
  /** Atomic units of the stablecoin that one round may cost: all payments together that are signed for it. */
  readonly maxAmount: bigint;
  /** Budget that this round shares with others. */
  readonly allowance?: Allowance;
  /** JSON-RPC of a Solana server for the payment's transaction; that of the client's ledger unless set. */
  readonly rpcUrl?: string;
}

export interface PaymentInput extends PaymentLimits {
  /** Base58: who pays. */
  readonly address: string;
  /** Signs the text that shows the payer's usage. */
  readonly reader?: Signer;
  /** The payment's transaction of these terms, signed by the payer, in base64. */
  sign(terms: CheckedTerms, call: { readonly rpcUrl: string; readonly signal?: AbortSignal | undefined }): Promise<string>;
}

/**
 * Pays for each round by one x402 payment. Before anything is signed, the terms are held against the ledger: network, stablecoin, treasury,
 * purpose and amount. Each payment has a name, under which a lost answer is asked for again; it is not paid twice.
 *
 * @throws ClientUsageError unless `maxAmount` is a positive bigint
 */
export function paymentAccount(input: PaymentInput): Account {
  const { address, maxAmount, allowance } = input;
  requireAmount(maxAmount);
  const payerKey = parseAddress(address);
  /** The name that each transaction was signed for: two payments of the same terms and blockhash are one transaction. */
  const names = new BoundedMap<string, string>(MAX_REMEMBERED);
  /** The last payment of each name: a call that goes on with the name sends it again, and nothing new is signed. */
  const payments = new BoundedMap<string, SignedPayment>(MAX_REMEMBERED);

  async function signedFor(terms: CheckedTerms, paymentId: string, io: AccountIo, signal: AbortSignal | undefined): Promise<SignedPayment> {
    for (let again = 0; ; again += 1) {
      const transaction = await input.sign(terms, { rpcUrl: input.rpcUrl ?? io.ledger.rpcUrl, signal });
      const name = names.getOrCreate(transaction, () => paymentId);
      // Past the limit the gateway decides: it serves a transaction once.
      if (name === paymentId || again === MAX_SAME_TRANSACTIONS) return paymentOf(transaction, terms, paymentId);
      await io.wait(ANOTHER_TRANSACTION_MS * (1 + io.random()), signal);
    }
  }

  const { reader } = input;
  return {
    ...(reader === undefined ? {} : usageReads(address, (io, call) => usageAuthorization(reader, io, call))),
    feedOwner: formatAddress(NO_OWNER),
    earn(draft, io) {
      let earlier = draft.paymentId === undefined ? undefined : payments.get(draft.paymentId);
      return earnPaidRound(
        {
          address,
          maxAmount,
          allowance,
          async sign(terms, paymentId) {
            const payment = earlier ?? (await signedFor(terms, paymentId, io, draft.signal));
            earlier = undefined;
            payments.set(paymentId, payment);
            return payment;
          },
          isPayment: (transaction, memo) => holds(transaction, payerKey) && holds(transaction, new TextEncoder().encode(memo)),
        },
        draft,
        io,
      );
    },
  };
}

function paymentOf(transaction: string, terms: CheckedTerms, paymentId: string): SignedPayment {
  const extensions = { 'payment-identifier': { info: { id: paymentId } } };
  const header = btoa(JSON.stringify({ x402Version: X402_VERSION, payload: { transaction }, accepted: terms, extensions }));
  return { transaction, header };
}

/** Whether the bytes are somewhere in a transaction. */
function holds(transaction: Uint8Array, bytes: Uint8Array): boolean {
  for (let start = 0; start + bytes.length <= transaction.length; start += 1)
    if (bytes.every((byte, place) => transaction[start + place] === byte)) return true;
  return false;
}

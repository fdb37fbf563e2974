import { parseAddress } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { EscrowTerms } from './accounts/escrow-terms.js';
import { paymentAccount, type PaymentLimits } from './accounts/pay-per-request.js';
import { toBase64 } from './base/base64.js';
import { wait } from './base/wait.js';
import type { Fetch } from './http/read-json.js';
import type { Account } from './rounds/account.js';
import { payIn } from './transactions/pay-in.js';
import { paymentTransaction } from './transactions/payment-transaction.js';
import { decimalsOf, latestBlockhash } from './transactions/read-ledger.js';
import { rpcAt } from './ledger/rpc-at.js';
import { signedBy, type WalletSigner } from './transactions/wallet-signer.js';

export type { WalletSigner } from './transactions/wallet-signer.js';

const MAX_MINTS = 16;

/** A wallet that pays per request, and the limits of its payments. */
export interface WalletPaymentInput extends PaymentLimits {
  readonly signer: WalletSigner;
  /**
   * Hears the price of each payment before the wallet is asked to sign it; the ledger confirms all terms first. An error that it throws
   * ends the call.
   *
   * @param amount atomic units of the stablecoin
   */
  readonly confirm?: (amount: bigint) => Promise<void>;
  /** `globalThis.fetch` unless set; asks the ledger. */
  readonly fetch?: Fetch;
}

/**
 * Pays for each round by one x402 payment that a wallet signs. It does the same as `payPerRequest` of the entry `x402`, without the
 * libraries of x402 and Solana: for pages.
 *
 * @throws ClientUsageError unless `maxAmount` is a positive bigint
 * @example
 * const account = payPerRequest({ signer: { address, signTransaction }, maxAmount: 10_000n, confirm });
 */
export function payPerRequest({ signer, confirm, fetch, ...limits }: WalletPaymentInput): Account {
  const decimals = new BoundedMap<string, number>(MAX_MINTS);
  return paymentAccount({
    ...limits,
    address: signer.address,
    async sign({ amount, asset, payTo, extra }, { rpcUrl, signal }) {
      const rpc = rpcAt(rpcUrl, fetch);
      const [mint, known] = [parseAddress(asset), decimals.get(asset)];
      await confirm?.(BigInt(amount));
      // The blockhash last: a transaction lives about a minute, and its owner may take some time.
      const { blockhash } = await latestBlockhash(rpc, signal);
      const scale = known ?? (await decimalsOf(rpc, mint, signal));
      decimals.set(asset, scale);
      const transfer = { from: parseAddress(signer.address), to: parseAddress(payTo), mint, amount: BigInt(amount), decimals: scale };
      const transaction = paymentTransaction({ feePayer: parseAddress(extra.feePayer), blockhash, transfer, text: extra.memo });
      return toBase64((await signedBy(signer, transaction)).bytes);
    },
  });
}

/** A payment into an escrow, and who signs it. */
export interface PayIntoEscrowInput {
  readonly signer: WalletSigner;
  /** JSON-RPC of a Solana server. */
  readonly rpcUrl: string;
  /** `globalThis.fetch` unless set. */
  readonly fetch?: Fetch;
}

/**
 * Pays what is missing into an escrow, from a wallet, and waits until the transfer has landed. The wallet pays its fee in SOL.
 *
 * @returns signature of the transaction, base58
 * @throws ClientUsageError when the wallet or the ledger refuses: nothing was moved; TransportError when it is not known
 * @example
 * const account = agent({ signer, maxAmount: 5_000n, fund: async (missing) => void (await payIntoEscrow({ signer, rpcUrl }, missing)) });
 */
export async function payIntoEscrow(
  { signer, rpcUrl, fetch }: PayIntoEscrowInput,
  missing: Pick<EscrowTerms, 'asset' | 'escrow' | 'amount'>,
  signal?: AbortSignal,
): Promise<string> {
  return payIn({ rpc: rpcAt(rpcUrl, fetch), signer, wait }, missing, signal);
}

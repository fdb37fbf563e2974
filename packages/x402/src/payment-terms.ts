import { type Address, formatAddress } from '@oracle-gateway/protocol';

/** CAIP-2 id of a cluster. */
export type Network = `${string}:${string}`;

/** Suggested time for completing a payment. */
export const DEFAULT_MAX_TIMEOUT_SECONDS = 60;
const U64_MAX = 2n ** 64n - 1n;

/**
 * One option of `accepts` (docs/api.md#post-v1x402execute) on the wire: base58 addresses, atomic units in decimal. A payment repeats it exactly. The
 * facilitator gets the gateway's own copy, never the client's.
 */
export type PaymentTerms = {
  readonly scheme: 'exact';
  readonly network: Network;
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly extra: { readonly feePayer: string; readonly memo: string };
};

/** Price and receiver of a payment. */
export interface PaymentTermsInput {
  readonly network: Network;
  readonly amountAtomic: bigint;
  readonly mint: Address;
  /** Owner of the treasury's token account: the Config account. */
  readonly treasuryOwner: Address;
  /** Base58, as the facilitator offers it. */
  readonly feePayer: string;
  /** `x402RequestMemo` of the request. */
  readonly memo: string;
  /** Suggested time for completing the payment, seconds; default 60. On Solana, only the payment's blockhash enforces a limit. */
  readonly maxTimeoutSeconds?: number;
}

/**
 * @throws RangeError for an amount outside 64 bits.
 *
 * @example
 * const terms = paymentTerms({ network, amountAtomic: 3_000n, mint, treasuryOwner, feePayer, memo });
 */
export function paymentTerms(input: PaymentTermsInput): PaymentTerms {
  const { network, amountAtomic, mint, treasuryOwner, feePayer, memo, maxTimeoutSeconds = DEFAULT_MAX_TIMEOUT_SECONDS } = input;
  if (amountAtomic < 0n || amountAtomic > U64_MAX) throw new RangeError('amountAtomic must be from 0 to 2^64 - 1');
  return {
    scheme: 'exact',
    network,
    amount: amountAtomic.toString(),
    asset: formatAddress(mint),
    payTo: formatAddress(treasuryOwner),
    maxTimeoutSeconds,
    extra: { feePayer, memo },
  };
}

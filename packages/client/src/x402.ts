import type { TransactionSigner } from '@solana/kit';
import type { Account } from './account.js';

/**
 * Pays for each round by one x402 payment.
 *
 * @param input `maxAmount`: atomic units that one round may cost; `rpcUrl`: for the payment's transaction, the client's unless set
 */
export function payPerRequest(_input: {
  readonly signer: TransactionSigner;
  readonly maxAmount: bigint;
  readonly rpcUrl?: string;
}): Account {
  return { earn: () => Promise.reject(new Error('not yet')) };
}

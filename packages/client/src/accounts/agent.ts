import type { Account } from '../account.js';
import { addressIn } from '../ledger/oracle-ledger.js';
import type { Signer } from '../signer.js';

/** What an escrow lacks for one round. */
export interface EscrowTerms {
  /** Atomic units of the stablecoin that are missing. */
  readonly amount: bigint;
  /** Mint of the stablecoin, base58, as the ledger's Config names it. */
  readonly asset: string;
  /** Token account of the escrow, base58; it may have to be created. */
  readonly payTo: string;
  /** The escrow that owns it, base58; an address off the curve. */
  readonly escrow: string;
  /** CAIP-2. */
  readonly network: string;
}

/**
 * A payer that deposits stablecoins in an escrow and signs each request with its exact price.
 *
 * @param input `maxAmount`: atomic units that one round may cost; `fund` pays in what is missing, and resolves when it has landed
 */
export function agent(input: {
  readonly signer: Signer;
  readonly maxAmount: bigint;
  readonly fund?: (missing: EscrowTerms) => Promise<void>;
}): Account {
  addressIn('signer.address', input.signer.address);
  return { feedOwner: input.signer.address, secretsOwner: input.signer.address, earn: () => Promise.reject(new Error('not yet')) };
}

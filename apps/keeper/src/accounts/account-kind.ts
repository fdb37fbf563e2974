import type { Account, Allowance, Signer } from '@oracle-gateway/client';

/** Input from which an account of the file opens. */
export interface KeeperAccountInput {
  readonly signer: Signer;
  /** 64 bytes, for a library that signs transactions. Never log it. */
  readonly secretKey: Uint8Array;
  /** Atomic units that one round may cost. */
  readonly maxAmount: bigint | null;
  /** Base58. */
  readonly subscriptionOwner: string | null;
  readonly rpcUrl: string;
  /** Hears each amount before it can be charged. */
  readonly allowance: Allowance;
}

/** One kind of account that pays for rounds: a file for each. No other code names one. */
export interface KeeperAccountKind {
  /** The gateway's name of the path, in its prices. */
  readonly path: string;
  /** Unit of limits: rounds were paid for in advance, anything else moves money. */
  readonly unit: 'atomic units' | 'rounds';
  /** Settings without which such an account cannot be opened. */
  readonly needs: readonly ('max_amount' | 'subscription_owner')[];
  /** @throws ClientUsageError for a setting that breaks its rule */
  open(input: KeeperAccountInput): Promise<Account>;
}

/** A setting whose presence `needs` has checked. */
export function present<T>(setting: T | null): T {
  if (setting === null) throw new TypeError('a setting that the kind needs is absent');
  return setting;
}

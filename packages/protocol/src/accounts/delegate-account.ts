import type { Address } from '../address.js';
import { decodeDelegateBody } from './accounts.generated.js';

/** A key that may use rounds of another key's subscription. Times are unix seconds, 0 = never. */
export interface DelegateAccount {
  /** Largest quorum of the delegate. */
  readonly maxSignatures: number;
  /** Subscription account that pays for its rounds. */
  readonly subscription: Address;
  /** The delegate's key. */
  readonly authority: Address;
  /** Rounds that the delegate may use in total, settled ones included. */
  readonly rounds: bigint;
  readonly roundsSettled: bigint;
  /** When a bound was last lowered: rounds served before settle under the earlier bounds. */
  readonly loweredAt: bigint;
  readonly earlierMaxSignatures: number;
  readonly earlierRounds: bigint;
  readonly expiresAt: bigint;
  readonly revokedAt: bigint;
  readonly addedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeDelegate(data: Uint8Array): DelegateAccount {
  return decodeDelegateBody(data);
}

/** Rounds that the delegate may still use; 0 where the bound was lowered below the settled rounds. */
export function delegateRoundsLeft({ rounds, roundsSettled }: Pick<DelegateAccount, 'rounds' | 'roundsSettled'>): bigint {
  return rounds > roundsSettled ? rounds - roundsSettled : 0n;
}

export function delegateIsRevoked({ revokedAt }: Pick<DelegateAccount, 'revokedAt'>): boolean {
  return revokedAt !== 0n;
}

import type { Address } from '../address.js';
import { decodeDelegateBody } from './accounts.generated.js';

/** Another key that may ask for rounds of a subscription. Times are unix seconds, 0 = never. */
export interface DelegateAccount {
  /** Largest quorum that it may ask for. */
  readonly maxSignatures: number;
  /** Subscription account that its rounds are taken from. */
  readonly subscription: Address;
  /** The delegate's key. */
  readonly authority: Address;
  /** Rounds that the delegate may use in total, settled ones included. */
  readonly rounds: bigint;
  readonly roundsSettled: bigint;
  /** When a bound was last lowered: what was served until then settles under the earlier ones. */
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

/** Rounds that may still be served. The bound may have been lowered below what is settled. */
export function delegateRoundsLeft({ rounds, roundsSettled }: Pick<DelegateAccount, 'rounds' | 'roundsSettled'>): bigint {
  return rounds > roundsSettled ? rounds - roundsSettled : 0n;
}

export function delegateIsRevoked({ revokedAt }: Pick<DelegateAccount, 'revokedAt'>): boolean {
  return revokedAt !== 0n;
}

import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

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
  const account = AccountReader.open('Delegate', data, 'SVC_DLG1');
  account.requireLength(136);
  return {
    maxSignatures: account.u8(9),
    subscription: account.address(16),
    authority: account.address(48),
    rounds: account.u64(80),
    roundsSettled: account.u64(96),
    loweredAt: account.i64(104),
    earlierMaxSignatures: account.u8(10),
    earlierRounds: account.u64(88),
    expiresAt: account.i64(112),
    revokedAt: account.i64(120),
    addedAt: account.i64(128),
  };
}

/** Rounds that may still be served. The bound may have been lowered below what is settled. */
export function delegateRoundsLeft({ rounds, roundsSettled }: Pick<DelegateAccount, 'rounds' | 'roundsSettled'>): bigint {
  return rounds > roundsSettled ? rounds - roundsSettled : 0n;
}

export function delegateIsRevoked({ revokedAt }: Pick<DelegateAccount, 'revokedAt'>): boolean {
  return revokedAt !== 0n;
}

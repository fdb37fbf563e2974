import type { DelegateAccount } from './accounts.generated.js';

/** Rounds that the delegate may still use; 0 where the bound was lowered below the settled rounds. */
export function delegateRoundsLeft({ rounds, roundsSettled }: Pick<DelegateAccount, 'rounds' | 'roundsSettled'>): bigint {
  return rounds > roundsSettled ? rounds - roundsSettled : 0n;
}

/** Whether the owner has revoked the delegate. */
export function delegateIsRevoked({ revokedAt }: Pick<DelegateAccount, 'revokedAt'>): boolean {
  return revokedAt !== 0n;
}

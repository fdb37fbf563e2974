import { GRACE_SECONDS } from '../times.js';
import type { AgentEscrowAccount } from './accounts.generated.js';
import type { ConfigAccount } from './config-account.js';

/** Whether an escrow is paused: no round may be charged to it. */
export function agentEscrowIsPaused(escrow: Pick<AgentEscrowAccount, 'pausedAt' | 'resumedAt'>): boolean {
  return escrow.pausedAt > escrow.resumedAt;
}

/**
 * The first second of a requested withdrawal under the present settings: the delay is over, and no round from before the pause settles any
 * more. Null while no withdrawal is requested.
 */
export function withdrawableFrom(
  escrow: AgentEscrowAccount,
  { settleFloor, settleWindowSeconds }: Pick<ConfigAccount, 'settleFloor' | 'settleWindowSeconds'>,
): bigint | null {
  if (escrow.withdrawRequestedAt === 0n) return null;
  const lastServedSeconds = escrow.pausedAt + GRACE_SECONDS;
  const overFrom = settleFloor > lastServedSeconds ? 0n : lastServedSeconds + settleWindowSeconds + 1n;
  return overFrom > escrow.withdrawableAt ? overFrom : escrow.withdrawableAt;
}

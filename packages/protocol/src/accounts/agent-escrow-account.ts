import type { AgentEscrowAccount } from './accounts.generated.js';

export function agentEscrowIsPaused(escrow: Pick<AgentEscrowAccount, 'pausedAt' | 'resumedAt'>): boolean {
  return escrow.pausedAt > escrow.resumedAt;
}

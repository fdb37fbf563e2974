import type { Address } from '../address.js';
import { decodeAgentEscrowBody } from './accounts.generated.js';

/**
 * The deposit of a payer with one gateway; the tokens are in the escrow's associated token account. While the account does not exist,
 * the authority is the payer and the escrow is active. Times are unix seconds, 0 = never.
 */
export interface AgentEscrowAccount {
  /** The payer. */
  readonly authority: Address;
  /** Gateway account that may settle against it. */
  readonly gateway: Address;
  readonly pausedAt: bigint;
  readonly resumedAt: bigint;
  /** 0 = no request. */
  readonly withdrawRequestedAt: bigint;
  /** The earliest time of a withdrawal, fixed by the request. */
  readonly withdrawableAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeAgentEscrow(data: Uint8Array): AgentEscrowAccount {
  return decodeAgentEscrowBody(data);
}

export function agentEscrowIsPaused(escrow: Pick<AgentEscrowAccount, 'pausedAt' | 'resumedAt'>): boolean {
  return escrow.pausedAt > escrow.resumedAt;
}

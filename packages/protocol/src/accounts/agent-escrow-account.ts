import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

/**
 * What a payer has deposited with one gateway; the money is in the escrow's associated token account. While the account does not exist
 * the authority is the payer, and the escrow is active. Times are unix seconds, 0 = never.
 */
export interface AgentEscrowAccount {
  /** The payer. */
  readonly authority: Address;
  /** Gateway account that may settle against it. */
  readonly gateway: Address;
  readonly pausedAt: bigint;
  readonly resumedAt: bigint;
  /** 0 = no withdrawal is requested. */
  readonly withdrawRequestedAt: bigint;
  /** The earliest time of a withdrawal, fixed by the request. */
  readonly withdrawableAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeAgentEscrow(data: Uint8Array): AgentEscrowAccount {
  const account = AccountReader.open('AgentEscrow', data, 'SVC_ESC1');
  account.requireLength(112);
  return {
    authority: account.address(16),
    gateway: account.address(48),
    pausedAt: account.i64(80),
    resumedAt: account.i64(88),
    withdrawRequestedAt: account.i64(96),
    withdrawableAt: account.i64(104),
  };
}

export function agentEscrowIsPaused(escrow: Pick<AgentEscrowAccount, 'pausedAt' | 'resumedAt'>): boolean {
  return escrow.pausedAt > escrow.resumedAt;
}

import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

/** Proof that an agent round was settled. A round counts as settled only if its account holds the round's own message. */
export interface AgentRoundAccount {
  /** The attestation message `m`, 32 bytes. */
  readonly message: Uint8Array;
  /** Gateway account that settled it. */
  readonly gateway: Address;
  /** Unix seconds. */
  readonly timestamp: bigint;
}

/** @throws AccountDecodeError */
export function decodeAgentRound(data: Uint8Array): AgentRoundAccount {
  const account = AccountReader.open('AgentRound', data, 'SVC_AGR1');
  account.requireLength(80);
  return { message: account.bytes(8, 32), gateway: account.address(40), timestamp: account.u64(72) };
}

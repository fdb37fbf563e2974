import type { Address } from '../address.js';
import { decodeAgentRoundBody } from './accounts.generated.js';

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
  return decodeAgentRoundBody(data);
}

import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import type { FeedId } from './feed-id.js';
import { ascii, bytesOfLength, u64LE } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { UnixSeconds } from './units.js';

/** What a payer agrees to: one round, at one gateway, for one price. */
export interface AgentRequest {
  /** AgentEscrow account of payer and gateway. */
  readonly escrow: Address;
  /** Gateway account. */
  readonly gateway: Address;
  /** Of the payer's feed: its owner is the payer. */
  readonly feedId: FeedId;
  readonly canonicalTimestampSeconds: UnixSeconds;
  readonly amountAtomic: bigint;
}

/** What `payer` signs: sha256(`SVC_AGENT_REQAUTH_V1` ‖ borsh of the five fields in order, integers u64 LE) (interface §2.4). */
export function agentRequestAuthHash(request: AgentRequest): Uint8Array {
  return sha256(
    concatBytes(
      ascii(LABELS.agentRequestAuth),
      bytesOfLength('escrow', request.escrow, 32),
      bytesOfLength('gateway', request.gateway, 32),
      bytesOfLength('feedId', request.feedId, 32),
      u64LE(request.canonicalTimestampSeconds),
      u64LE(request.amountAtomic),
    ),
  );
}

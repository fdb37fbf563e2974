import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import type { FeedId } from './feed-id.js';
import { ascii, bytesOfLength, u64LE } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { UnixSeconds } from './units.js';

/** One round, at one gateway, for one price: what a payer agrees to. */
export interface AgentRequest {
  /** AgentEscrow account of payer and gateway. */
  readonly escrow: Address;
  /** Gateway account. */
  readonly gateway: Address;
  /** Feed whose owner is the payer. */
  readonly feedId: FeedId;
  readonly canonicalTimestampSeconds: UnixSeconds;
  readonly amountAtomic: bigint;
}

/**
 * Digest that `payer` signs: sha256(`SVC_AGENT_REQAUTH_V1` ‖ borsh of the five fields in order, integers u64 LE) (docs/protocol.md#agentrequestauth). Fields of
 * fixed width are their own borsh encoding.
 *
 * @throws TypeError naming a field of another width; RangeError for a number that is no u64
 */
export function agentRequestAuthHash({ escrow, gateway, feedId, canonicalTimestampSeconds, amountAtomic }: AgentRequest): Uint8Array {
  return sha256(
    concatBytes(
      ascii(LABELS.agentRequestAuth),
      bytesOfLength('escrow', escrow, 32),
      bytesOfLength('gateway', gateway, 32),
      bytesOfLength('feedId', feedId, 32),
      u64LE(canonicalTimestampSeconds),
      u64LE(amountAtomic),
    ),
  );
}

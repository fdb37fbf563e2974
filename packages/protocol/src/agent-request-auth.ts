import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import { byteArray, encodeStruct } from './borsh-struct.js';
import type { FeedId } from './feed-id.js';
import { ascii } from './fixed-width.js';
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

const AGENT_REQUEST_AUTH = {
  struct: {
    escrow: byteArray(32),
    gateway: byteArray(32),
    feedId: byteArray(32),
    canonicalTimestampSeconds: 'u64',
    amountAtomic: 'u64',
  },
} as const;

/**
 * Digest that `payer` signs: sha256(`SVC_AGENT_REQAUTH_V1` ‖ borsh of the five fields in order, integers u64 LE) (interface §2.4).
 *
 * @throws RangeError naming the field that does not fit
 */
export function agentRequestAuthHash(request: AgentRequest): Uint8Array {
  if (!Number.isSafeInteger(request.canonicalTimestampSeconds)) throw new RangeError('canonicalTimestampSeconds: must be an integer');
  const canonicalTimestampSeconds = BigInt(request.canonicalTimestampSeconds);
  const body = encodeStruct(AGENT_REQUEST_AUTH, { ...request, canonicalTimestampSeconds });
  return sha256(concatBytes(ascii(LABELS.agentRequestAuth), body));
}

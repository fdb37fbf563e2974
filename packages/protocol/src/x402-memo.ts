import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { SourceId } from './source-id.js';

const MEMO_BYTES = 16;

/** Scope of a payment on the pay-per-request path: any round of one source, quorum and registry version, at one gateway. */
export interface X402Request {
  readonly programId: Address;
  /** Gateway account. */
  readonly gateway: Address;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
  readonly registryVersion: bigint;
}

/**
 * The memo that a payment carries: the first 16 bytes, in 32 hex digits without `0x`, of sha256(`SVC_X402_REQUEST_V1` ‖ program_id ‖
 * gateway ‖ source_id ‖ u8 quorum ‖ u64 LE registry_version) (docs/protocol.md#payment-on-the-pay-per-request-path). Not the whole digest: x402 clients ask for 20,000 compute
 * units, which do not pay for a memo of 64 characters.
 */
export function x402RequestMemo(request: X402Request): string {
  const digest = sha256(
    concatBytes(
      ascii(LABELS.x402Request),
      bytesOfLength('programId', request.programId, 32),
      bytesOfLength('gateway', request.gateway, 32),
      bytesOfLength('sourceId', request.sourceId, 32),
      u8(request.signaturesRequired),
      u64LE(request.registryVersion),
    ),
  );
  return bytesToHex(digest.subarray(0, MEMO_BYTES));
}

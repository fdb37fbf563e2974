import { type UnixSeconds, unixSeconds } from '@oracle-gateway/protocol';
import { MAX_REQUEST_SKEW_MS } from '@oracle-gateway/protocol/internal';

/** Nodes sign no time ahead of their clocks, and none more than `MAX_REQUEST_SKEW_MS` back. The middle lets clocks differ both ways. */
const BEHIND_SECONDS = MAX_REQUEST_SKEW_MS / 2_000;

/**
 * The time of a snapshot that is signed now, and never one before `earliest`. It is a few seconds old, so that it lies behind the clocks of
 * all nodes.
 */
export function signingTime(nowMs: number, earliest = 0): UnixSeconds {
  return unixSeconds(Math.max(Math.floor(nowMs / 1_000) - BEHIND_SECONDS, earliest));
}

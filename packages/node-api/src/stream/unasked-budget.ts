import type { StreamLimits } from './limits.js';

/** Frames and bytes that a node sends without being asked. */
export interface UnaskedBudget {
  /** Counts a frame of so many bytes. False: it is one too many. */
  take(bytes: number): boolean;
}

/** Unused budget accumulates up to this many seconds' worth. */
const SECONDS_AT_ONCE = 2;

/** Two buckets, of frames and of bytes, that fill up with time. */
export function createUnaskedBudget(deps: {
  readonly limits: Pick<StreamLimits, 'maxUnaskedFrames' | 'maxUnaskedBytes'>;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
}): UnaskedBudget {
  const { maxUnaskedFrames, maxUnaskedBytes } = deps.limits;
  let framesLeft = SECONDS_AT_ONCE * maxUnaskedFrames;
  let bytesLeft = SECONDS_AT_ONCE * maxUnaskedBytes;
  let filledAtMs = deps.monotonicMs();

  return {
    take(bytes) {
      const nowMs = deps.monotonicMs();
      const seconds = (nowMs - filledAtMs) / 1_000;
      filledAtMs = nowMs;
      framesLeft = Math.min(SECONDS_AT_ONCE * maxUnaskedFrames, framesLeft + seconds * maxUnaskedFrames) - 1;
      bytesLeft = Math.min(SECONDS_AT_ONCE * maxUnaskedBytes, bytesLeft + seconds * maxUnaskedBytes) - bytes;
      return framesLeft >= 0 && bytesLeft >= 0;
    },
  };
}

import { linkAbort } from '@oracle-gateway/process';
import type { RoundClock } from '../model/round-ports.js';

/** Calls of one session, or of one dry run, to nodes whose source takes no two at once. Each is held until its turn. */
export interface SpacedStarts {
  /**
   * The next turn: resolves with the milliseconds for which the call was held, or with null where the turns ended before. Null in place of a
   * turn: it would come too late, and the node is not asked.
   */
  take(): Promise<number | null> | null;
  /** Lets no further call begin. */
  end(): void;
}

export interface SpacedStartTerms {
  /** Milliseconds between two calls. */
  readonly spacingMs: number;
  readonly quorum: number;
  /** Milliseconds for one call, with the time for which it is held. */
  readonly deadlineMs: number;
  /** Ends all starts. */
  readonly signal: AbortSignal;
}

/** No call is held longer: nodes take no stamp that is older than 14 s, and clocks differ. */
const MAX_HELD_MS = 6_000;

/** A call keeps half of its deadline. Calls are nearer to each other where that is needed to ask a quorum in time. */
export function createSpacedStarts(
  { spacingMs, quorum, deadlineMs, signal }: SpacedStartTerms,
  { monotonicMs, wait }: Pick<RoundClock, 'monotonicMs' | 'wait'>,
): SpacedStarts {
  const lastMs = Math.min(MAX_HELD_MS, Math.floor(deadlineMs / 2));
  const gapMs = quorum > 1 ? Math.min(spacingMs, Math.floor(lastMs / (quorum - 1))) : spacingMs;
  const ends = linkAbort(signal);
  const beganAtMs = monotonicMs();
  let freeAtMs = beganAtMs;

  const hold = async (heldMs: number): Promise<number | null> => {
    if (heldMs > 0) await wait(heldMs, ends.signal);
    return ends.signal.aborted ? null : heldMs;
  };

  return {
    take() {
      const nowMs = monotonicMs();
      const heldMs = Math.max(0, Math.ceil(freeAtMs - nowMs));
      if (heldMs > 0 && freeAtMs - beganAtMs > lastMs) return null;
      freeAtMs = nowMs + heldMs + gapMs;
      return hold(heldMs);
    },
    end: () => ends.abort(),
  };
}

import type { UnixMs } from '@oracle-gateway/protocol';
import { MAX_STAMP_AHEAD_MS, type StampLimits } from '@oracle-gateway/protocol/internal';
import { NodeError } from '../errors/node-error.js';
import type { ClockJumps } from './clock-jumps.js';

/** Longest wait, on the monotonic clock: a wall clock that hardly moves does not hold a request for ever. */
const MAX_WAIT_MS = MAX_STAMP_AHEAD_MS + 1_000;

/** The node's clock has reached the stamp of a session. */
export interface ReachedStamp {
  readonly waitedMs: number;
  /** Called with the value at hand. Throws NodeError `clock_skew` where the stamp is too old for it, or where the clock was set meanwhile. */
  requireInTime(limits: Pick<StampLimits, 'observedMs'>): void;
}

/**
 * Resolves once the node's own clock has reached the stamp. Throws NodeError: `clock_skew` where that takes too long or the clock is set
 * meanwhile, `session_unknown` where the signal is aborted first.
 */
export type WaitForStamp = (observedAtMs: UnixMs, signal: AbortSignal) => Promise<ReachedStamp>;

export interface StampWaitDeps {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly clockJumps: ClockJumps;
  /** Resolves after the milliseconds, or once the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Keeps a fetch between stamp and signature by the node's wall clock, as readers are told. That clock may be set at any time. So it is asked again
 * after each wait, and a session during which it jumped is refused: the begin of its fetch is not known any more.
 */
export function createStampWait(deps: StampWaitDeps): WaitForStamp {
  return async (observedAtMs, signal) => {
    const jumps = deps.clockJumps.count();
    const beganMs = deps.monotonicMs();
    const waitedMs = (): number => deps.monotonicMs() - beganMs;
    const requireNoJump = (): void => {
      if (deps.clockJumps.count() !== jumps) throw new NodeError('clock_skew', 'the clock of the node was set during the session');
    };
    for (let aheadMs = observedAtMs - deps.nowMs(); aheadMs > 0; aheadMs = observedAtMs - deps.nowMs()) {
      requireNoJump();
      if (waitedMs() >= MAX_WAIT_MS) throw new NodeError('clock_skew', 'observedAtMs: the clock of the node does not reach it');
      await deps.wait(Math.min(aheadMs, MAX_WAIT_MS - waitedMs()), signal);
      if (signal.aborted) throw new NodeError('session_unknown', 'sessionId: the session ended before its stamp');
    }
    requireNoJump();
    return {
      waitedMs: waitedMs(),
      requireInTime: ({ observedMs }) => {
        requireNoJump();
        const ageMs = deps.nowMs() - observedAtMs;
        if (ageMs < 0) throw new NodeError('clock_skew', 'observedAtMs: the value came before it by the clock of the node');
        if (ageMs > observedMs) throw new NodeError('clock_skew', `observedAtMs: the value came more than ${observedMs} ms after it`);
      },
    };
  };
}

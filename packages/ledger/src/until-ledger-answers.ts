import { setTimeout as wait } from 'node:timers/promises';

import { LedgerUnavailableError } from './errors.js';

/** The end of the retries, and who hears of failures. */
export interface UntilLedgerAnswersDeps {
  /** Ends the retries. */
  readonly signal: AbortSignal;
  /** Called after each failed attempt. */
  readonly onFailure: (error: Error) => void;
  /** Tells whether another error passes with time. Default: nothing but a ledger that does not answer. */
  readonly mayPass?: (error: Error) => boolean;
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
  /** 0 ≤ x < 1. */
  readonly random?: () => number;
}

const DEFAULTS = { firstPauseMs: 1_000, longestPauseMs: 15_000 };

/**
 * Repeats an attempt while the ledger gives no usable answer, or while another error may pass, after pauses that double, with jitter. Throws every other error of the attempt
 * at once. Rejects with an AbortError when `signal` is aborted.
 */
export async function untilLedgerAnswers<T>(attempt: () => Promise<T>, deps: UntilLedgerAnswersDeps): Promise<T> {
  const { signal, onFailure, mayPass = () => false, random = Math.random, longestPauseMs = DEFAULTS.longestPauseMs } = deps;
  for (let pauseMs = deps.firstPauseMs ?? DEFAULTS.firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Error) || !(error instanceof LedgerUnavailableError || mayPass(error))) throw error;
      onFailure(error);
    }
    await wait(pauseMs * (0.75 + random() / 2), undefined, { signal });
  }
}

import type { AccountIo } from '../account.js';

const FIRST_WAIT_MS = 250;

/** Counts the calls of one round and waits between them. */
export interface Retries {
  /** Whether a further call is allowed. Counts it, and waits before it: as long as the gateway asks, else longer each time. */
  again(waitMs?: number): Promise<boolean>;
}

export function createRetries(deps: Pick<AccountIo, 'retry' | 'random' | 'wait'>, signal: AbortSignal | undefined): Retries {
  let calls = 1;
  return {
    async again(waitMs) {
      const { attempts, maxWaitMs } = deps.retry;
      const backOffMs = Math.min(maxWaitMs, FIRST_WAIT_MS * 2 ** (calls - 1));
      if (calls >= attempts || (waitMs ?? 0) > maxWaitMs) return false;
      calls += 1;
      // Callers that were refused together do not come back together.
      await deps.wait((waitMs ?? backOffMs / 2) + (deps.random() * backOffMs) / 2, signal);
      return true;
    },
  };
}

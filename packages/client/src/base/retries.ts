import type { Clock } from './clock.js';
import type { RetryPolicy } from './retry-policy.js';
import type { Wait } from './wait.js';

const FIRST_WAIT_MS = 250;
/** Further calls while nothing can be sent. A wrong URL is to be told at once. */
const MAX_UNSENT = 2;
const LONG_CONNECT_MS = 1_000;

export interface RetriesDeps {
  readonly retry: RetryPolicy;
  readonly clock: Pick<Clock, 'now'>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly wait: Wait;
}

/** Counts the calls of one round and waits between them. */
export interface Retries {
  /** Whether a further call is allowed. Counts it, and waits before it: as long as the gateway asks, else longer each time. */
  again(waitMs?: number): Promise<boolean>;
  /** Waits after a call that was not sent: a few more at once, as for a gateway that starts, and none where connecting takes long. */
  unsent(): Promise<boolean>;
}

export function createRetries(deps: RetriesDeps, signal: AbortSignal | undefined): Retries {
  let calls = 1;
  let unsentCalls = 0;
  let beganMs = deps.clock.now();

  async function again(waitMs?: number): Promise<boolean> {
    const { attempts, maxWaitMs } = deps.retry;
    const backOffMs = Math.min(maxWaitMs, FIRST_WAIT_MS * 2 ** (calls - 1));
    if (calls >= attempts || (waitMs ?? 0) > maxWaitMs) return false;
    calls += 1;
    // Callers that were refused together do not come back together.
    await deps.wait((waitMs ?? backOffMs / 2) + (deps.random() * backOffMs) / 2, signal);
    beganMs = deps.clock.now();
    return true;
  }

  return {
    again,
    async unsent() {
      if (unsentCalls === MAX_UNSENT || deps.clock.now() - beganMs > LONG_CONNECT_MS) return false;
      unsentCalls += 1;
      return again(FIRST_WAIT_MS / 2);
    },
  };
}

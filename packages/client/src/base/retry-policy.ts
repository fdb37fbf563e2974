/** Number of calls for one round, and the waits between them. */
export interface RetryPolicy {
  /** Calls for one round at most, the first included; 5 unless set. */
  readonly attempts: number;
  /** The longest wait before a further call, milliseconds; a gateway that wants more is an error. 10,000 unless set. */
  readonly maxWaitMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 5, maxWaitMs: 10_000 };

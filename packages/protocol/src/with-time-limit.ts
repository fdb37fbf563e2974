/** The end of a wait: a time, or a signal that comes earlier. */
export interface TimeLimit {
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` with a signal that aborts for the reason of the caller's, or with a DOMException `TimeoutError` after `timeoutMs`. Settles as
 * `work` does. Leaves no listener on the caller's signal, which may live as long as its process; `AbortSignal.any` would. Its timer holds on to
 * the signal: Node 20 may collect one of `AbortSignal.timeout` while a body is awaited.
 */
export async function withTimeLimit<T>({ timeoutMs, signal }: TimeLimit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const onAbort = (): void => ending.abort(signal?.reason);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => ending.abort(new DOMException('the time is up', 'TimeoutError')), timeoutMs);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

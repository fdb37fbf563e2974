/** A signal that aborts with another one, or before it. */
export interface AbortLink {
  readonly signal: AbortSignal;
  /** Ends this signal alone, and lets the other go. */
  abort(reason?: unknown): void;
  /** Lets the other signal go. The work calls it at its end, because the other signal may live as long as the process. */
  release(): void;
}

/**
 * Links to `signal` by a listener, which stays until the link ends or is released. `AbortSignal.any` has no end: Node 20 keeps what it makes
 * in a list of each source, for as long as that lives.
 */
export function linkAbort(signal: AbortSignal): AbortLink {
  const controller = new AbortController();
  const release = (): void => signal.removeEventListener('abort', end);
  const end = (): void => {
    controller.abort(signal.reason);
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return {
    signal: controller.signal,
    abort(reason) {
      release();
      controller.abort(reason);
    },
    release,
  };
}

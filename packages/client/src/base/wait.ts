/** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export const wait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (isAborted(signal)) {
      reject(abortReason(signal));
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });

/** The reason of an aborted signal, as an error. */
export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('the call was aborted', 'AbortError');
}

/** A function, because a property that was read once is taken for a constant. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

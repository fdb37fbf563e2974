/** Resolves with the result of `work`, or throws the reason of `signal` if it is aborted first. `work` itself continues. */
export async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    stopListening = () => {
      signal.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening();
  }
}

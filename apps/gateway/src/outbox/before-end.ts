/** What `work` yields, or the reason of `end` when that comes first; the work itself goes on. */
export async function beforeEnd<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  let stopWaiting = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    const onEnd = (): void => {
      reject(end.reason as Error);
    };
    end.addEventListener('abort', onEnd, { once: true });
    if (end.aborted) onEnd();
    stopWaiting = () => {
      end.removeEventListener('abort', onEnd);
    };
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    stopWaiting();
  }
}

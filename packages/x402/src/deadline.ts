/** `work` exceeded its time. It continues, and its outcome is dropped. */
export const LATE: unique symbol = Symbol('late');

/** Resolves to the result of `work`, or to LATE after `timeoutMs`. */
export async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), timeoutMs);
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

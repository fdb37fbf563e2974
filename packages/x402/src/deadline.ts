/** `work` took longer than it was given. It goes on; its outcome is for nobody. */
export const LATE: unique symbol = Symbol('late');

/** What `work` comes to, or LATE after `timeoutMs`. */
export async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), timeoutMs);
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

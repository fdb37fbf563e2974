/**
 * Waits for `work` for at most `timeoutMs`. True if it succeeded in time, false if it did not end in time. Throws a failure in time; drops a
 * later one.
 */
export async function withDeadline(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

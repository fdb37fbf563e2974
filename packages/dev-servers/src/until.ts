const CHECK_EVERY_MS = 50;

/** Waits until a condition holds; a check that throws does not hold. Throws after `timeoutMs`, naming `what` was awaited. */
export async function until(
  holds: () => Promise<boolean>,
  { timeoutMs, what }: { readonly timeoutMs: number; readonly what: string },
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
}

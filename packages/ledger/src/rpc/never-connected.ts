/** System and client codes of a failure to connect: no byte of the call has left. */
const CONNECT_FAILURES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Links of an error to its cause that are followed: `fetch` wraps the socket's error once. */
const MAX_CAUSES = 4;

/** Whether a failed exchange broke before its connection stood, so that the server cannot have heard of it. */
export function neverConnected(failure: unknown): boolean {
  let error = failure;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth += 1) {
    if ('code' in error && typeof error.code === 'string' && CONNECT_FAILURES.has(error.code)) return true;
    error = error.cause;
  }
  return false;
}

/** System and client codes of a failure to connect: no byte of the call has left. */
const CONNECT_FAILURES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Links of an error to its cause that are followed: `fetch` wraps the socket's error once. */
const MAX_CAUSES = 4;

/** Whether a failed exchange broke before its connection stood, so that the server cannot have heard of it. */
export function neverConnected(failure: unknown): boolean {
  return CONNECT_FAILURES.has(failureCode(failure) ?? '');
}

/** The code of a failed exchange (`ECONNRESET`), which never holds a URL as a message may; undefined where there is none. */
export function failureCode(failure: unknown): string | undefined {
  let error = failure;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth += 1) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = error.cause;
  }
  return undefined;
}

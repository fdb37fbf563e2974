/** System and client codes of a failure to connect: no byte of the call was sent. */
const CONNECT_FAILURES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Longest chain of causes: `fetch` wraps the socket's error once. */
const MAX_CAUSES = 4;

/** True: the exchange failed before it had a connection, so the server received nothing. */
export function neverConnected(failure: unknown): boolean {
  return CONNECT_FAILURES.has(failureCode(failure) ?? '');
}

/** Code of a failed exchange, such as `ECONNRESET`; undefined without one. A code holds no URL; a message may. */
export function failureCode(failure: unknown): string | undefined {
  let error = failure;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth += 1) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = error.cause;
  }
  return undefined;
}

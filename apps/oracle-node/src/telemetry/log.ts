import type { Logger } from 'pino';

/** The node's log. It has only identities and counts of what a caller sent. */
export type NodeLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** The members of an error that a log may hold. */
export interface LoggableError {
  readonly error: string;
  readonly code?: string | number;
  /** The JSON-RPC method that failed. */
  readonly method?: string;
  /** Lines of the stack without the message. */
  readonly at?: readonly string[];
}

const MAX_STACK_LINES = 5;

/**
 * Name and code of an error, never its message: a message may quote an RPC server, or hold its URL with an access key. `at` is for
 * unexpected errors.
 */
export function loggableError(error: unknown, options: { readonly withPlace?: boolean } = {}): LoggableError {
  if (!(error instanceof Error)) {
    return { error: typeof error };
  }
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  const method = 'method' in error && typeof error.method === 'string' ? error.method : undefined;
  return {
    error: error.name,
    ...(code === undefined ? {} : { code }),
    ...(method === undefined ? {} : { method }),
    ...(options.withPlace === true ? { at: placesOf(error) } : {}),
  };
}

/** The stack below the message; empty where the message was changed later, because the two cannot be told apart. */
function placesOf({ stack = '', message }: Error): string[] {
  const [, places = ''] = message === '' ? ['', stack] : stack.split(message);
  return places
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_STACK_LINES)
    .map((line) => line.trim());
}

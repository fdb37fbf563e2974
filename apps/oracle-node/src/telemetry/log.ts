import type { LogLevel } from '@oracle-gateway/app-config';
import { createLogger } from '@oracle-gateway/process';
import type { DestinationStream, Logger } from 'pino';

export type NodeLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** What a log may tell about an error. */
export interface LoggedError {
  readonly error: string;
  readonly code?: string | number;
  /** The JSON-RPC method that failed. */
  readonly method?: string;
  /** Where it was thrown: the places of the stack without the message above them. */
  readonly at?: readonly string[];
}

const MAX_STACK_LINES = 5;

/**
 * Name and code of an error, never its message: that may be an RPC server's words, and it may hold the URL of that server with the access
 * key in it. `at` is for errors that nobody expected.
 */
export function loggedError(error: unknown, options: { readonly withPlace?: boolean } = {}): LoggedError {
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

/** The stack below the message; empty when the message was changed, since then nobody can tell the two apart. */
function placesOf({ stack = '', message }: Error): string[] {
  const [, places = ''] = message === '' ? ['', stack] : stack.split(message);
  return places
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_STACK_LINES)
    .map((line) => line.trim());
}

/** JSON lines on stdout, or on another stream. Nothing that a caller sent is logged but identities and counts. */
export function createLog(deps: {
  readonly level: LogLevel;
  readonly nodeIndex: number;
  readonly destination?: DestinationStream;
}): NodeLog {
  const { nodeIndex, ...output } = deps;
  return createLogger({ ...output, app: 'oracle-node', members: { node: nodeIndex } });
}

import { Redis } from 'ioredis';
import { connectionError } from './connection-error.js';
import { OutboxLocationError } from './errors.js';

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 1_000;
/** A connection on which an answer is overdue for this long is replaced: it may swallow everything while new ones pass. */
const SILENCE_LIMIT_MS = 6_000;
/** A queue's consumer asks the server to wait up to ten seconds for a job. */
const BLOCKING_SILENCE_LIMIT_MS = 15_000;

export interface ConnectOptions {
  /** Trouble with the connection; it reconnects by itself. The error holds name, message and code, and nothing of the location. */
  readonly onError?: (error: Error) => void;
  /** For a connection on which commands wait on purpose (a queue's consumer): no time limit and no limit of retries. */
  readonly blocking?: boolean;
}

/**
 * Opens the outbox's server: `redis://`, `rediss://` or `unix:<socket path>`. Commands give up after five seconds, so that a caller never
 * waits longer for a server that is gone; what a command that gave up has done is then unknown to its caller. A connection that has gone
 * silent, or has turned read-only, is replaced.
 * Throws OutboxLocationError.
 */
export function connectRedis(location: string, { onError = () => undefined, blocking = false }: ConnectOptions = {}): Redis {
  const options = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt: number) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
    // A primary that became a replica stays one: behind the same address there may be a new primary by now.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    ...(blocking
      ? { maxRetriesPerRequest: null, socketTimeout: BLOCKING_SILENCE_LIMIT_MS }
      : { commandTimeout: COMMAND_TIMEOUT_MS, socketTimeout: SILENCE_LIMIT_MS }),
  };
  const socketPath = socketPathOf(location);
  const redis = socketPath === undefined ? new Redis(location, options) : new Redis({ ...options, path: socketPath });
  redis.on('error', (error: Error) => {
    onError(connectionError(error));
  });
  return redis;
}

/** The path of a `unix:` location; undefined for a network location. */
function socketPathOf(location: string): string | undefined {
  if (/^rediss?:\/\/./.test(location)) return undefined;
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(location) ?? [];
  if (path === undefined) throw new OutboxLocationError('the outbox location must be redis://, rediss:// or unix: with an absolute path');
  return path;
}

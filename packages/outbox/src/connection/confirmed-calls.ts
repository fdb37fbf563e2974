import { ShardKeys } from '../wire/keys.js';
import type { OutboxConnection } from './scripts.js';
import { type ConfirmedCall, sharedWait } from './shared-wait.js';

/** Connection, keys and the confirmations that a call waits for. */
export interface ConfirmedCallsInput {
  /** Connection of `confirming` in `OutboxOptions`. */
  readonly redis: OutboxConnection;
  /** Beginning of all keys, with a hash tag: `outboxPrefix` of a gateway, or one of another service. */
  readonly prefix: string;
  /** Number of replicas that must have a write before it counts; 0: none is waited for. */
  readonly minReplicas: number;
}

/**
 * Runs scripts on keys that are no round records, and answers once replicas have their writes. Keys begin with `prefix`. Throws
 * UnreplicatedWriteError, or what the connection throws: whether the script ran is then unknown.
 */
export function createConfirmedCalls({ redis, prefix, minReplicas }: ConfirmedCallsInput): ConfirmedCall {
  if (minReplicas === 0) return ({ lua, keys, args }) => redis.eval(lua, keys.length, ...keys, ...args);
  return sharedWait({ redis, minReplicas, writtenKey: new ShardKeys(prefix).written });
}

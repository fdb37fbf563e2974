import type { Address } from '@oracle-gateway/protocol';
import { outboxPrefix, ShardKeys } from './keys.js';
import type { OutboxConnection } from './scripts.js';
import { type ConfirmedCall, sharedWait } from './shared-wait.js';

export interface ConfirmedCallsInput {
  /** As `confirming` in `OutboxOptions`. */
  readonly redis: OutboxConnection;
  /** Address of the Gateway account: the shard. */
  readonly gateway: Address;
  /** How many replicas must have a write before it counts; 0: none is waited for. */
  readonly minReplicas: number;
}

/**
 * Runs scripts on keys of the shard that are no round records, and answers once replicas have their writes. Keys begin with `outboxPrefix`. Throws
 * UnreplicatedWriteError, or what the connection throws: whether the script ran is then unknown.
 */
export function createConfirmedCalls({ redis, gateway, minReplicas }: ConfirmedCallsInput): ConfirmedCall {
  if (minReplicas === 0) return ({ lua, keys, args }) => redis.eval(lua, keys.length, ...keys, ...args);
  return sharedWait({ redis, minReplicas, writtenKey: new ShardKeys(outboxPrefix(gateway)).written });
}

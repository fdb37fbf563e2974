import type { DurabilityWatch } from './durability-watch.js';
import { replicatedWrites } from './replicated-writes.js';
import { defineScripts, type OutboxConnection, type RunScript } from './scripts.js';
import type { ShardKeys } from '../wire/keys.js';

export interface ShardScriptsInput {
  readonly redis: OutboxConnection;
  /** Connection of writes that wait for replicas. Default: `redis`. */
  readonly confirming?: OutboxConnection | undefined;
  readonly durability?: DurabilityWatch | undefined;
}

/** Runs the scripts of a shard: none while the server is not proven durable, and some until replicas have their writes. */
export function shardScripts({ redis, confirming = redis, durability }: ShardScriptsInput, keys: ShardKeys): RunScript {
  const replication = { redis: confirming, minReplicas: durability?.minReplicas ?? 0, writtenKey: keys.written };
  return guarded(replicatedWrites(defineScripts(redis), replication), durability);
}

function guarded(run: RunScript, durability: DurabilityWatch | undefined): RunScript {
  if (durability === undefined) return run;
  return async (name, keys, input, text) => {
    await durability.assertDurable();
    return run(name, keys, input, text);
  };
}

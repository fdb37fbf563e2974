import { createLocalLedger, serveLedgerRpc, type LedgerRpc, type LocalLedger } from '@oracle-gateway/litesvm-rpc';

import { startRedis, type Redis } from '../redis/redis.js';
import { serveSources, type Sources } from '../sources/serve-sources.js';
import { DEVNET_GENESIS_HASH } from './devnet.js';
import { LOOPBACK, type PortPlan } from './ports.js';
import type { StateFolder } from './state-folder.js';
import type { Teardown } from './teardown.js';
import type { WorldOptions } from './world.js';

/** What runs before the apps do. */
export interface Ground {
  readonly redis: Redis | undefined;
  readonly redisUrl: string;
  readonly ledger: LocalLedger;
  readonly rpc: LedgerRpc;
  readonly sources: Sources;
}

export async function layGround(options: WorldOptions, state: StateFolder, ports: PortPlan, teardown: Teardown): Promise<Ground> {
  const ledger = createLocalLedger({ genesisHash: DEVNET_GENESIS_HASH });
  teardown.add(() => ledger.close());
  const startOwnRedis = async (): Promise<Redis | undefined> => {
    if (options.redisUrl !== undefined) return undefined;
    const redis = await startRedis({
      root: options.root,
      dataDir: state.redis,
      port: ports.redis,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    });
    teardown.add(() => redis.stop());
    return redis;
  };
  const startRpc = async (): Promise<LedgerRpc> => {
    const rpc = await serveLedgerRpc(ledger, { host: LOOPBACK, port: ports.rpc });
    teardown.add(() => rpc.close());
    return rpc;
  };
  const startSources = async (): Promise<Sources> => {
    const sources = await serveSources({ host: LOOPBACK, port: ports.sources });
    teardown.add(() => sources.close());
    return sources;
  };
  const started = await Promise.allSettled([startOwnRedis(), startRpc(), startSources()]);
  const [redis, rpc, sources] = started;
  if (redis.status === 'rejected') throw redis.reason;
  if (rpc.status === 'rejected') throw rpc.reason;
  if (sources.status === 'rejected') throw sources.reason;
  return { redis: redis.value, redisUrl: options.redisUrl ?? redis.value?.url ?? '', ledger, rpc: rpc.value, sources: sources.value };
}

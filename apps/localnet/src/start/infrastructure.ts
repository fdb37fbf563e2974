import { startRedis, type Redis } from '../redis/redis.js';
import { useForeignLedger } from '../ledgers/foreign.js';
import { startLocalLedger } from '../ledgers/local.js';
import { startValidator } from '../ledgers/validator.js';
import type { WorldLedger } from '../ledgers/world-ledger.js';
import type { PortPlan } from '../base/ports.js';
import type { StateFolder } from '../base/state-folder.js';
import type { Teardown } from '../base/teardown.js';
import type { WorldOptions } from '../world/world.js';

/** The servers that the apps depend on. */
export interface Infrastructure {
  readonly redis: Redis | undefined;
  readonly redisUrl: string;
  readonly ledger: WorldLedger;
}

export async function startInfrastructure(
  options: WorldOptions,
  state: StateFolder,
  ports: PortPlan,
  teardown: Teardown,
): Promise<Infrastructure> {
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
  const startLedger = async (): Promise<WorldLedger> => {
    const choice = options.ledger ?? { kind: 'local' };
    switch (choice.kind) {
      case 'local':
        return startLocalLedger({ port: ports.rpc }, teardown);
      case 'validator':
        return startValidator({ port: ports.rpc, state, command: choice.command }, teardown);
      case 'foreign':
        return useForeignLedger(choice);
    }
  };
  const [redis, ledger] = await Promise.allSettled([startOwnRedis(), startLedger()]);
  if (redis.status === 'rejected') throw redis.reason;
  if (ledger.status === 'rejected') throw ledger.reason;
  return { redis: redis.value, redisUrl: options.redisUrl ?? redis.value?.url ?? '', ledger: ledger.value };
}

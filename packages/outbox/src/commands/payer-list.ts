import { type Address, formatAddress, isAddress, parseAddress } from '@oracle-gateway/protocol';
import type { OutboxConnection } from '../connection/scripts.js';
import { outboxPrefix } from '../wire/keys.js';

/**
 * The accounts that pay for the settlements of a shard. Settlement workers announce theirs, and gateways count the lamports of all. An account
 * is left out once no worker has announced it for a minute while others did; without any worker, the list stays.
 */
export interface PayerList {
  announce(payers: readonly Address[]): Promise<void>;
  /** Has at most MAX_PAYERS, and none where no worker has announced any. */
  read(): Promise<readonly Address[]>;
}

/** Accounts of one shard. */
export const MAX_PAYERS = 16;
const SILENT_SECONDS = 60;

/** The accounts that pay for settlements, as workers announce them. */
export function createPayerList({ redis, gateway }: { readonly redis: OutboxConnection; readonly gateway: Address }): PayerList {
  const key = `${outboxPrefix(gateway)}:payers`;
  return {
    async announce(payers) {
      // The server's clock: those of workers may differ.
      const seconds = Number((await redis.time())[0]);
      await redis.zadd(key, ...payers.flatMap((payer) => [seconds, formatAddress(payer)]));
      await redis.zremrangebyscore(key, '-inf', `(${seconds - SILENT_SECONDS}`);
    },
    async read() {
      const names = await redis.zrevrange(key, 0, MAX_PAYERS - 1);
      return names.filter(isAddress).sort().map(parseAddress);
    },
  };
}

import { createCachedRead, type GatewayAccountReader } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { GatewayAccount } from '@oracle-gateway/protocol/accounts';

const TTL_MS = 5_000;

/**
 * The gateway's own account on the ledger; `null` while this process is not its gateway: none is registered, or another key is its
 * authority. The account is at most a few seconds old; one read at a time.
 */
export type GatewayAccountCache = () => Promise<GatewayAccount | null>;

export function createGatewayAccountCache(deps: {
  readonly ledger: GatewayAccountReader;
  readonly gateway: Address;
  /** The process's own keys. */
  readonly keys: readonly Address[];
  readonly monotonicMs: () => number;
}): GatewayAccountCache {
  return createCachedRead({
    load: async () => {
      const { value } = await deps.ledger.gateway(deps.gateway);
      return value !== null && deps.keys.some((key) => equalBytes(key, value.authority)) ? value : null;
    },
    ttlMs: TTL_MS,
    minRefreshIntervalMs: 0,
    monotonicMs: deps.monotonicMs,
  }).get;
}

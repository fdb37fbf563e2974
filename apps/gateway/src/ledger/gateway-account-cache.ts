import { createCachedRead, type GatewayAccountReader } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import type { GatewayAccount } from '@oracle-gateway/protocol/accounts';

const TTL_MS = 5_000;

/**
 * The gateway's own account on the ledger, `null` when it is not registered. The account is at most a few seconds old; one read at a time.
 */
export type GatewayAccountCache = () => Promise<GatewayAccount | null>;

export function createGatewayAccountCache(deps: {
  readonly ledger: GatewayAccountReader;
  readonly gateway: Address;
  readonly monotonicMs: () => number;
}): GatewayAccountCache {
  return createCachedRead({
    load: async () => (await deps.ledger.gateway(deps.gateway)).value,
    ttlMs: TTL_MS,
    minRefreshIntervalMs: 0,
    monotonicMs: deps.monotonicMs,
  }).get;
}

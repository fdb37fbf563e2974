import { createCachedRead } from '@oracle-gateway/ledger';
import type { PayerList } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { GatewayAccountCache } from './gateway-account-cache.js';

/** Addresses of the keys that sign for this gateway and pay for its settlements, at most a few seconds old. */
export interface SigningAndPaying {
  /** The gateway's present key. Throws what the ledger reader throws. */
  authority(): Promise<Address>;
  /** The accounts that settlement workers announced; before any did, the gateway's present key. Throws where Redis does not answer, too. */
  payers(): Promise<readonly Address[]>;
}

export interface SigningAndPayingDeps {
  readonly gatewayAccount: GatewayAccountCache;
  /** The process's own keys, the present one first. */
  readonly keys: readonly [Address, ...Address[]];
  readonly list: Pick<PayerList, 'read'>;
  readonly monotonicMs: () => number;
}

const TTL_MS = 1_000;

export function createSigningAndPaying({ gatewayAccount, keys, list, monotonicMs }: SigningAndPayingDeps): SigningAndPaying {
  const announced = createCachedRead({ load: () => list.read(), ttlMs: TTL_MS, minRefreshIntervalMs: 0, monotonicMs });
  const authority = async (): Promise<Address> => (await gatewayAccount())?.authority ?? keys[0];
  return {
    authority,
    async payers() {
      const payers = await announced.get();
      return payers.length > 0 ? payers : [await authority()];
    },
  };
}

import type { PayerList } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { GatewayAccountCache } from '../ledger/gateway-account-cache.js';

export interface PayerReaderDeps {
  readonly gatewayAccount: GatewayAccountCache;
  /** The process's own keys, the present one first. */
  readonly keys: readonly Address[];
  readonly list: PayerList;
}

/** Reads the accounts that pay for settlements: those that settlement workers announced; before any did, the gateway's present key. */
export function createPayerReader({ gatewayAccount, keys, list }: PayerReaderDeps): () => Promise<readonly Address[]> {
  return async () => {
    const announced = await list.read();
    if (announced.length > 0) return announced;
    const account = await gatewayAccount();
    return account === null ? keys.slice(0, 1) : [account.authority];
  };
}

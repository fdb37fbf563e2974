import type { LedgerReader } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import type { GatewayAccount } from '@oracle-gateway/protocol/accounts';

const TTL_MS = 5_000;

/** The gateway's own account on the ledger, `null` when it is not registered. At most a few seconds old; one read at a time. */
export type GatewayAccountCache = () => Promise<GatewayAccount | null>;

export function createGatewayAccountCache(deps: {
  readonly ledger: Pick<LedgerReader, 'gateway'>;
  readonly gateway: Address;
  readonly monotonicMs: () => number;
}): GatewayAccountCache {
  let held: { readonly account: GatewayAccount | null; readonly readAtMs: number } | undefined;
  let reading: Promise<GatewayAccount | null> | undefined;

  const read = async (): Promise<GatewayAccount | null> => {
    try {
      const readAtMs = deps.monotonicMs();
      const { value: account } = await deps.ledger.gateway(deps.gateway);
      held = { account, readAtMs };
      return account;
    } finally {
      reading = undefined;
    }
  };

  return async () => {
    if (held !== undefined && deps.monotonicMs() - held.readAtMs < TTL_MS) return held.account;
    reading ??= read();
    return reading;
  };
}

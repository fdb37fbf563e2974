import { awaitRegistry, type RegistryReader } from '@oracle-gateway/ledger';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';

/** How often the ledger is read for a version that nodes may know of, once a round needs it. */
const READS = 3;

/** What becomes of nodes that refuse a registry version as stale: the ledger is asked. The nodes' word alone changes nothing. */
export interface RegistryNews {
  /** Reads the ledger in the background, so that the rounds to come are under its version; the reader bounds how often. */
  heard(): void;
  /** The current version, read anew until it is later than this one or has been read a few times; null when it cannot be read. */
  after(version: bigint): Promise<RegistryAccount | null>;
}

export function createRegistryNews(deps: { readonly ledger: RegistryReader }): RegistryNews {
  return {
    heard() {
      // One that cannot be read now is read by the next round.
      void deps.ledger.currentRegistry({ refresh: true }).catch(() => undefined);
    },
    after: (version) => awaitRegistry(version + 1n, { reader: deps.ledger, reads: READS }).catch(() => null),
  };
}

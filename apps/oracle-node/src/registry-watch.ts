import { equalBytes } from '@oracle-gateway/protocol';
import type { LedgerReader } from '@oracle-gateway/ledger';
import type { UnreadyReason } from '@oracle-gateway/node-api';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';

/** The node's own view of the current registry version. */
export interface RegistryView {
  readonly registry: RegistryAccount;
  /** On the monotonic clock. */
  readonly readAtMs: number;
}

export interface RegistryWatch {
  /** The last view, whatever its age; null before the first read. */
  view(): RegistryView | null;
  /**
   * Reads the ledger now; the reader bounds how often. Keeps the last view and rethrows when the ledger cannot be read; keeps it too when
   * the server lags behind it, so that a version that was replaced never comes back.
   */
  refresh(): Promise<void>;
  /** Why this node must not serve now; empty when it may. */
  unready(): readonly UnreadyReason[];
}

/**
 * Keys, quorum bounds and version come from here and from nowhere else: a gateway cannot tell a node what the registry holds.
 * With the ledger out of reach the last view serves for `maxAgeMs`, then the node refuses.
 */
export function createRegistryWatch(deps: {
  readonly reader: Pick<LedgerReader, 'currentRegistry'>;
  readonly nodeIndex: number;
  readonly publicKey: Uint8Array;
  readonly maxAgeMs: number;
  readonly monotonicMs: () => number;
}): RegistryWatch {
  let last: RegistryView | null = null;
  return {
    view: () => last,
    refresh: async () => {
      const readAtMs = deps.monotonicMs();
      const registry = await deps.reader.currentRegistry({ refresh: true });
      if (last === null || registry.version >= last.registry.version) {
        last = { registry, readAtMs: Math.max(readAtMs, last?.readAtMs ?? readAtMs) };
      }
    },
    unready: () => {
      if (last === null) {
        return ['ledger_view_missing'];
      }
      const reasons: UnreadyReason[] = [];
      if (deps.monotonicMs() - last.readAtMs > deps.maxAgeMs) {
        reasons.push('ledger_view_too_old');
      }
      const ownKey = last.registry.keys[deps.nodeIndex];
      if (ownKey === undefined || ownKey === null || !equalBytes(ownKey, deps.publicKey)) {
        reasons.push('own_key_not_registered');
      }
      return reasons;
    },
  };
}

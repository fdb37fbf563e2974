import { equalBytes, REPLACED_VERSION_SECONDS } from '@oracle-gateway/protocol';
import { awaitRegistry, type LedgerReader } from '@oracle-gateway/ledger';
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
  /** The registry of a version that rounds may be signed under: the current one, or one that was replaced a short while ago. Null of any other. */
  accepted(version: bigint): RegistryAccount | null;
  /**
   * Reads the ledger now; the reader bounds how often. Keeps the last view and rethrows when the ledger cannot be read; keeps it too when
   * the server lags behind it, so that a version that was replaced never comes back.
   */
  refresh(): Promise<void>;
  /**
   * As `refresh`, for somebody who names a version that is newer than the view: read anew, a few times if need be. The reads are shared by
   * all who wait and the reader spaces them, whatever anybody names.
   */
  catchUp(version: bigint): Promise<void>;
  /** Why this node must not serve now, rounds of this registry version or, without one, of the current one; empty when it may. */
  unready(registry?: RegistryAccount): readonly UnreadyReason[];
}

/** Versions before the current one that are looked at: more changes than these within the time above are not made. */
const MAX_FORMER_VERSIONS = 4;
const CATCH_UP_READS = 3;
/** `acceptUntil` of the current version. */
const NOT_REPLACED = 2n ** 63n - 1n;

interface View extends RegistryView {
  /** Replaced versions, the latest first, and when they end by the ledger's clock, for which the node's own stands in. */
  readonly former: readonly { readonly registry: RegistryAccount; readonly endsAt: bigint }[];
}

/**
 * Keys, quorum bounds and version come from here and from nowhere else: a gateway cannot tell a node what the registry holds.
 * With the ledger out of reach the last view serves for `maxAgeMs`, then the node refuses.
 */
export function createRegistryWatch(deps: {
  readonly reader: Pick<LedgerReader, 'currentRegistry' | 'readCurrentRegistry' | 'registry'>;
  readonly nodeIndex: number;
  readonly publicKey: Uint8Array;
  readonly maxAgeMs: number;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}): RegistryWatch {
  let last: View | null = null;

  const nowSeconds = (): bigint => BigInt(Math.floor(deps.nowMs() / 1_000));

  /**
   * An emergency ends the version that it replaces the moment it does, and all before it. One that seems not to be replaced was read at a
   * server that lags: it is looked at again with the next view.
   */
  const formerOf = async (current: RegistryAccount): Promise<View['former']> => {
    const former: { registry: RegistryAccount; endsAt: bigint }[] = [];
    let successor = current;
    while (former.length < MAX_FORMER_VERSIONS && successor.version > 1n) {
      const endsAt = successor.createdAt + REPLACED_VERSION_SECONDS;
      if (nowSeconds() > endsAt) break;
      const registry = await deps.reader.registry(successor.version - 1n);
      if (registry === null || registry.acceptUntil <= successor.createdAt || registry.acceptUntil === NOT_REPLACED) break;
      former.push({ registry, endsAt: registry.acceptUntil < endsAt ? registry.acceptUntil : endsAt });
      successor = registry;
    }
    return former;
  };

  const look = async (read: () => Promise<RegistryAccount>): Promise<void> => {
    const readAtMs = deps.monotonicMs();
    const registry = await read();
    const former = await formerOf(registry);
    if (last === null || registry.version >= last.registry.version) {
      last = { registry, former, readAtMs: Math.max(readAtMs, last?.readAtMs ?? readAtMs) };
    }
  };

  return {
    view: () => last,
    accepted: (version) => {
      if (last?.registry.version === version) return last.registry;
      const replaced = last?.former.find(({ registry }) => registry.version === version);
      return replaced !== undefined && nowSeconds() <= replaced.endsAt ? replaced.registry : null;
    },
    refresh: () => look(() => deps.reader.currentRegistry({ refresh: true })),
    catchUp: (version) => look(() => awaitRegistry(version, { reader: deps.reader, reads: CATCH_UP_READS })),
    unready: (registry = last?.registry) => {
      if (last === null || registry === undefined) {
        return ['ledger_view_missing'];
      }
      const reasons: UnreadyReason[] = [];
      if (deps.monotonicMs() - last.readAtMs > deps.maxAgeMs) {
        reasons.push('ledger_view_too_old');
      }
      const ownKey = registry.keys[deps.nodeIndex];
      if (ownKey === undefined || ownKey === null || !equalBytes(ownKey, deps.publicKey)) {
        reasons.push('own_key_not_registered');
      }
      return reasons;
    },
  };
}

import { equalBytes, REPLACED_VERSION_SECONDS } from '@oracle-gateway/protocol/internal';
import { awaitRegistry, type LedgerReader } from '@oracle-gateway/ledger';
import type { UnreadyReason } from '@oracle-gateway/node-api';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';

/** This node's view of the current registry version. */
export interface RegistryView {
  readonly registry: RegistryAccount;
  /** Time of the read on the monotonic clock. */
  readonly readAtMs: number;
}

export interface RegistryWatch {
  /** The last view, whatever its age; null before the first read. */
  view(): RegistryView | null;
  /** The registry of a version that rounds may be signed under: the current one or a recently replaced one. Null for any other version. */
  accepted(version: bigint): RegistryAccount | null;
  /**
   * Reads the ledger now; the reader limits how often. Keeps the last view when the server lags behind it, so that a replaced version never
   * comes back. Keeps it and rethrows when the ledger cannot be read.
   */
  refresh(): Promise<void>;
  /**
   * Refreshes until the view has this version or a few reads were made. All waiting callers share the reads, and the reader spaces them,
   * whatever version a caller names.
   */
  catchUp(version: bigint): Promise<void>;
  /** Why this node must not serve rounds of this registry version, by default the current one. Empty when it may. */
  unready(registry?: RegistryAccount): readonly UnreadyReason[];
}

/** Replaced versions that are read: more changes within `REPLACED_VERSION_SECONDS` are not made. */
const MAX_FORMER_VERSIONS = 4;
const CATCH_UP_READS = 3;
/** `acceptUntil` of the current version. */
const NOT_REPLACED = 2n ** 63n - 1n;

interface View extends RegistryView {
  /** Replaced versions, the latest first, and the second at which each ends. The node's clock is used in place of the ledger's. */
  readonly former: readonly { readonly registry: RegistryAccount; readonly endsAt: bigint }[];
}

/**
 * Watches the registry on the ledger: keys, quorum bounds and version come from here, never from a gateway. While the ledger is out of
 * reach, the last view serves for `maxAgeMs`. The node refuses once the view is older.
 */
export function createRegistryWatch(deps: {
  readonly reader: Pick<LedgerReader, 'currentRegistry' | 'readCurrentRegistry' | 'registry'>;
  readonly nodeIndex: number;
  readonly publicKey: Uint8Array;
  readonly maxAgeMs: number;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** Called for the first version that is read, and for each later one. */
  readonly onVersion?: (version: bigint) => void;
}): RegistryWatch {
  let last: View | null = null;

  const nowSeconds = (): bigint => BigInt(Math.floor(deps.nowMs() / 1_000));

  /**
   * An emergency ends the version that it replaces at once, and every version before it. A version that seems not to be replaced was read
   * from a lagging server: the next view reads it again.
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

  const read = async (read: () => Promise<RegistryAccount>): Promise<void> => {
    const readAtMs = deps.monotonicMs();
    const registry = await read();
    const former = await formerOf(registry);
    if (last === null || registry.version >= last.registry.version) {
      const isNew = registry.version !== last?.registry.version;
      last = { registry, former, readAtMs: Math.max(readAtMs, last?.readAtMs ?? readAtMs) };
      if (isNew) deps.onVersion?.(registry.version);
    }
  };

  return {
    view: () => last,
    accepted: (version) => {
      if (last?.registry.version === version) return last.registry;
      const replaced = last?.former.find(({ registry }) => registry.version === version);
      return replaced !== undefined && nowSeconds() <= replaced.endsAt ? replaced.registry : null;
    },
    refresh: () => read(() => deps.reader.currentRegistry({ refresh: true })),
    catchUp: (version) => read(() => awaitRegistry(version, { reader: deps.reader, reads: CATCH_UP_READS })),
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

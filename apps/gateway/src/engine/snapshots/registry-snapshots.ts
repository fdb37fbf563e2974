import type { LedgerReader } from '@oracle-gateway/ledger';
import type { OutboxConnection } from '@oracle-gateway/outbox';
import { repeat } from '@oracle-gateway/process';
import { createFailureMemory } from '@oracle-gateway/vouching';
import type { RoundClock, RoundCurve, RoundSettings } from '../model/round-ports.js';
import type { OpenNodePool } from '../nodes/node-pool.js';
import type { SnapshotEvents } from './snapshot-events.js';
import { createSnapshotStore, type SnapshotStore } from './snapshot-store.js';
import { createSnapshotSweep } from './snapshot-sweep.js';
import { createVoucherDirectory } from './voucher-directory.js';

/** Registry snapshots that the nodes sign, for chains that follow the registry. */
export interface RegistrySnapshots {
  /** The newest that the nodes of this version signed, as `read` of the store. */
  readonly read: SnapshotStore['read'];
  /** Has due snapshots signed, from now on, by the nodes of each version. */
  start(): void;
  stop(): Promise<void>;
}

export function createRegistrySnapshots(
  { intervalSeconds }: { readonly intervalSeconds: number },
  deps: {
    readonly redis: OutboxConnection;
    readonly ledger: LedgerReader;
    /** Reads at `finalized`, as nodes do. */
    readonly finalized: LedgerReader;
    readonly nodes: OpenNodePool;
    readonly settings: RoundSettings;
    readonly curve: RoundCurve;
    readonly clock: RoundClock;
    readonly events: SnapshotEvents;
  },
): RegistrySnapshots {
  const { ledger, finalized, nodes, events, settings, curve, clock } = deps;
  const closing = new AbortController();
  const store = createSnapshotStore({ redis: deps.redis, gateway: settings.gateway });
  const sweep = createSnapshotSweep({
    deploymentId: settings.deploymentId,
    store,
    finalized,
    directory: createVoucherDirectory({ ledger, store }),
    calls: nodes.unnotedCalls,
    memory: createFailureMemory(),
    curve,
    clock,
    events,
    signal: closing.signal,
  });
  let running: ReturnType<typeof repeat> | undefined;
  return {
    read: (signerVersion) => store.read(signerVersion),
    start() {
      running ??= repeat(sweep, { intervalMs: intervalSeconds * 1_000, onError: (error) => events.sweepFailed(error) });
    },
    async stop() {
      closing.abort();
      await running?.stop();
    },
  };
}

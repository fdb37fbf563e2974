import type { LedgerReader } from '@oracle-gateway/ledger';
import type { OutboxConnection } from '@oracle-gateway/outbox';
import { repeat } from '@oracle-gateway/process';
import { createFailureMemory } from '@oracle-gateway/vouching';
import type { RoundPorts } from '../model/round-ports.js';
import type { OpenNodePool } from '../nodes/node-pool.js';
import type { SnapshotEvents } from './snapshot-events.js';
import { createSnapshotStore, type SnapshotStore } from './snapshot-store.js';
import { createSnapshotSweep } from './snapshot-sweep.js';
import { createVoucherDirectory } from './voucher-directory.js';

/** Registry snapshots that the nodes sign, for chains that follow the registry. */
export interface RegistrySnapshots extends Pick<SnapshotStore, 'read'> {
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
    readonly nodes: Pick<OpenNodePool, 'unnotedCalls'>;
    readonly events: SnapshotEvents;
  } & Pick<RoundPorts, 'settings' | 'curve' | 'clock'>,
): RegistrySnapshots {
  const { ledger, finalized, nodes, events, settings, curve, clock } = deps;
  const closing = new AbortController();
  const store = createSnapshotStore({ redis: deps.redis, gateway: settings.gateway });
  const sweep = createSnapshotSweep({
    deploymentId: settings.deploymentId,
    client: nodes.unnotedCalls,
    events,
    curve: curve.curve,
    verify: curve.verify,
    randomBytes: curve.randomBytes,
    nowMs: clock.nowMs,
    monotonicMs: clock.monotonicMs,
    memory: createFailureMemory(),
    store,
    finalized,
    directory: createVoucherDirectory({ ledger, store }),
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

import type { LedgerReader } from '@oracle-gateway/ledger';
import type { OutboxConnection } from '@oracle-gateway/outbox';
import type { ProcessClock } from '@oracle-gateway/process';
import type { ProviderSecrets, RoundCurve, RoundEvents, RoundRecords, RoundSettings } from './model/round-ports.js';
import type { NodeEvents } from './nodes/node-events.js';
import { createNodePool, type OpenNodePool } from './nodes/node-pool.js';
import type { GatewayKeys } from './nodes/signing-keys.js';
import { createRoundEngine, type RoundEngine } from './round-engine.js';
import { createRegistrySnapshots, type RegistrySnapshots } from './snapshots/registry-snapshots.js';
import type { SnapshotEvents } from './snapshots/snapshot-events.js';

/** The engine of a running process. */
export interface Engine {
  readonly rounds: RoundEngine;
  readonly nodes: OpenNodePool;
  readonly snapshots: RegistrySnapshots;
}

export interface EngineInput {
  readonly settings: RoundSettings;
  readonly keys: GatewayKeys;
  /** Seconds between two sweeps for due registry snapshots. */
  readonly snapshotIntervalSeconds: number;
}

export interface EngineDeps {
  readonly ledger: LedgerReader;
  /** Reads at `finalized`, as nodes do. */
  readonly finalized: LedgerReader;
  readonly redis: OutboxConnection;
  /** Outbox in which rounds are reserved and ended. */
  readonly records: RoundRecords;
  readonly providers: ProviderSecrets;
  readonly curve: RoundCurve;
  readonly clock: ProcessClock;
  readonly events: EngineEvents;
}

/** Everything that the engine reports. Each event is a function, which may log and count it. */
export type EngineEvents = RoundEvents & NodeEvents & SnapshotEvents;

/** Opens the nodes of the ledger, and serves rounds and has registry snapshots signed with them. Snapshots wait for their `start`. */
export function openEngine(input: EngineInput, deps: EngineDeps): Engine {
  const { settings, keys } = input;
  const { ledger, finalized, redis, records, providers, curve, clock, events } = deps;
  const { nowMs, monotonicMs, wait } = clock;
  const nodes = createNodePool(
    { deploymentId: settings.deploymentId, gateway: settings.gateway, keys },
    { ledger, events, curve: curve.curve, randomBytes: curve.randomBytes, wait, nowMs, monotonicMs },
  );
  return {
    rounds: createRoundEngine({ settings, nodes, records, providers, curve, clock, events }),
    nodes,
    snapshots: createRegistrySnapshots(
      { intervalSeconds: input.snapshotIntervalSeconds },
      { redis, ledger, finalized, nodes, events, settings, curve, clock },
    ),
  };
}

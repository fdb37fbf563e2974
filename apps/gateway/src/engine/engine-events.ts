import type { RoundEvents } from './model/round-ports.js';
import type { NodeEvents } from './nodes/node-events.js';
import type { SnapshotEvents } from './snapshots/snapshot-events.js';

/** Everything that the engine reports. Each event is a function, which may log and count it. */
export type EngineEvents = RoundEvents & NodeEvents & SnapshotEvents;

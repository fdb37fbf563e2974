import type { RoundEvents } from './model/round-ports.js';
import type { NodeEvents } from './nodes/node-events.js';
import type { SnapshotEvents } from './snapshots/snapshot-events.js';

/** Serves rounds with the oracle nodes. `RoundPorts` are the parts of the world that a round needs. */
export { createRoundEngine, type RoundEngine } from './round-engine.js';
export type { ProviderSecrets, RoundPorts } from './model/round-ports.js';
export type { AdmittedExclusiveKey, AdmittedHold, AdmittedRound } from './model/admitted-round.js';
export type { SealedSecrets } from './model/admitted-round.js';
export type { PathPolicy } from './model/path-policy.js';
export type { PathService, RoundService, ServedRound } from './serving/serve-round.js';
export { createNodePool, type OpenNodePool } from './nodes/node-pool.js';
export type { NodeCallContext } from './nodes/node-call-error.js';
export { createRegistrySnapshots, type RegistrySnapshots } from './snapshots/registry-snapshots.js';

/** Everything that the engine reports. Each event is a function, which may log and count it. */
export type EngineEvents = RoundEvents & NodeEvents & SnapshotEvents;

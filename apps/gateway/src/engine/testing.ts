/** Parts of the engine, for tests that put one of them in the place of another. No other code imports this. */
export { openSigningSession, requestTo } from './model/round-session.js';
export { createCallPace } from './nodes/call-pace.js';
export { createCommitmentStock } from './nodes/commitment-stock.js';
export { faultOfCode } from './nodes/node-call-error.js';
export { createHedgeBudget } from './nodes/call-pace.js';
export { createHttpTransport } from './nodes/http-transport.js';
export { NodeCallError, type NodeFault, type NodeStep } from './nodes/node-call-error.js';
export type { NodeCalls } from './nodes/node-client.js';
export { createNodeHealth } from './nodes/node-health.js';
export type { CallLimits } from './nodes/node-transport.js';
export { createPeerRecord, createUnstableSources } from './nodes/peer-record.js';
export type { StreamLinkDeps } from './nodes/stream-keeper.js';
export { releaseReservation } from './serving/reservation.js';
export { createRoundSignal } from './serving/round-signal.js';
export type { KeptSnapshot, SnapshotStore } from './snapshots/snapshot-store.js';
export { createSnapshotSweep } from './snapshots/snapshot-sweep.js';
export { writeRecord } from './serving/reservation.js';
export { sealedFor } from './model/admitted-round.js';

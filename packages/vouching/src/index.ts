export { createFailureMemory, type FailureMemory } from './failure-memory.js';
export {
  fewestToVouch,
  GATHERING_MS,
  gatherSnapshot,
  type GatherDeps,
  TooFewVouchersError,
  type ToVouch,
  type Voucher,
  type VoucherCalls,
  type VouchFault,
  type VouchStep,
} from './gather-snapshot.js';
export { signingTime } from './signing-time.js';
export { snapshotJson, type SnapshotJson } from './snapshot-json.js';

export {
  gatherSnapshot,
  type GatherDeps,
  TooFewVouchersError,
  type ToVouch,
  type Voucher,
  type VoucherCalls,
  type VouchFault,
  type VouchStep,
} from './gather-snapshot.js';
export { snapshotJson, type SnapshotJson } from './snapshot-json.js';

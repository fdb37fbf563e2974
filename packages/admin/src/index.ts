export {
  administer,
  viewLedger,
  type AdminLedger,
  type AdminLedgerInput,
  type Held,
  type AdminLedgerView,
  type LedgerViewInput,
} from './admin-ledger.js';
export type { BoundName, CapacityBound } from './capacity/bounds.js';
export type { CapacityRow, CpuShares, Measurement, RecordBytes } from './capacity/capacity-measurement.js';
export { capacityText } from './capacity/capacity-text.js';
export { MEASUREMENT } from './capacity/measurement.js';
export type { DeploymentSize, Load } from './capacity/load.js';
export { planCapacity, type CapacityPlan } from './capacity/plan-capacity.js';
export { sizeFor, type SizeForLoad } from './capacity/size-for.js';
export { carryOutChange, type CarryOutInput, type ChangeOutcome } from './carry-out.js';
export { NotPossibleError, WouldBeRefusedError } from './errors.js';
export type { AlreadySo, Change, CreatedAccount, Payment, Plan } from './plan.js';
export { planCancelChange, type AnnouncedState, type CancelChangeInput } from './plans/announced-changes.js';
export { planAccept, planHandOver, type HandOverInput } from './plans/authority.js';
export { planCloseDelegate, planRevokeDelegate, planSetDelegate, type DelegateInput, type SetDelegateInput } from './plans/delegates.js';
export {
  planFundEscrow,
  planPauseEscrow,
  planRequestWithdraw,
  planResumeEscrow,
  planWithdrawEscrow,
  type EscrowInput,
  type FundEscrowInput,
  type WithdrawEscrowPlanInput,
} from './plans/escrows.js';
export {
  planAcceptGatewayKey,
  planGatewayStatus,
  planProposeGatewayKey,
  planRegisterGateway,
  planUpdateGateway,
  type GatewayInput,
  type GatewayStatusInput,
  type ProposeGatewayKeyInput,
  type RegisterGatewayPlanInput,
  type UpdateGatewayPlanInput,
} from './plans/gateways.js';
export { planInitialise, type InitialisePlanInput } from './plans/initialise.js';
export { planReclaim } from './plans/reclaim.js';
export { planRegisterNode, type ProvenRegistration, type RegisterNodePlanInput } from './plans/register-node.js';
export { planChangeRegistry, type ChangeRegistryPlanInput } from './plans/registry.js';
export { planSettings, type ChangeSettingsInput, type FlatSettings } from './plans/settings.js';
export { planRenew, planSubscribe, type RenewInput, type SubscribeInput } from './plans/subscriptions.js';
export { planTreasuryCreate, planTreasuryWithdraw, type TreasuryWithdrawInput } from './plans/treasury.js';
export { quote, type Quote } from './quote.js';
export { readProtocolState, type AccountCount, type CountedKind, type EscrowState, type ProtocolState } from './show/protocol-state.js';
export { stateJson } from './show/state-json.js';
export { stateTable } from './show/state-table.js';
export type { NodeFailure } from './snapshot/node-failure.js';
export { SnapshotNotSignedError, takeSnapshot, type TakenSnapshot, type TakeSnapshotInput } from './snapshot/take-snapshot.js';

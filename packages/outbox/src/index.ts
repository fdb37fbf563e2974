export { MAX_BROADCASTS, type Broadcast } from './broadcast.js';
export {
  type CallBudget,
  type CallBudgetOptions,
  type CallingParty,
  CallsSpentError,
  createCallBudget,
  type TakenCalls,
} from './call-budget.js';
export { CHARGES, PURSE_QUOTA, type ChargeKind, type SettlementCharge } from './charges.js';
export type { ClaimTicket } from './claim-ticket.js';
export { createConfirmedCalls, type ConfirmedCallsInput } from './confirmed-calls.js';
export { connectRedis, type ConnectOptions } from './connect-redis.js';
export { createOutbox, type OutboxOptions } from './create-outbox.js';
export { assertDurable, assertEveryReplicaCounts, type DurabilityOptions } from './durability.js';
export { createDurabilityWatch, proveDurable, type DurabilityWatch, type DurabilityWatchInput } from './durability-watch.js';
export {
  type Command,
  CorruptRecordError,
  IllegalTransitionError,
  OutboxLocationError,
  OutboxLoginError,
  OutboxTlsError,
  OutboxUnavailableError,
  RoundPaymentError,
  SettlementPayloadError,
  StaleTokenError,
  UnknownRoundError,
  UnreadableRecordError,
  UnreplicatedWriteError,
  VolatileOutboxError,
} from './errors.js';
export { MAX_EXCLUSIVE_KEYS, type ExclusiveKey } from './exclusive-key.js';
export type { Hold, Holder, HoldTotals, KeptHold, QuotaFigure, QuotaKey, StoredFigure } from './hold.js';
export { MAX_HOLDERS } from './holder-text.js';
export { MAX_HOLDS } from './hold-text.js';
export type { CountedState, HighWater } from './high-water.js';
export { outboxPrefix } from './keys.js';
export type {
  ClusterLocation,
  OutboxLocation,
  SentinelLocation,
  ServerLocation,
  ServerLogin,
  ServerPlace,
  ServerTls,
  TlsFiles,
} from './location.js';
export { createMoveListener, type MoveListener, type MoveListenerInput } from './move-listener.js';
export type {
  Claim,
  ClaimInput,
  CommitInput,
  ExclusiveKeyReader,
  Outbox,
  OutboxFigures,
  ReserveInput,
  PaymentConclusions,
  ReserveOutcome,
  RoundReader,
  Settlement,
  SettlementTicket,
  UnfinalRound,
} from './outbox.js';
export { quotaAddress, quotaKey } from './quota-key.js';
export { IDENTITY_TTL_SECONDS, RESERVATION_MARGIN_MS, RESULT_TTL_SECONDS } from './retention.js';
export { isListCursor, MAX_LISTED, type ListInput, type RoundList } from './round-list.js';
export type { PaymentClaim, PaymentClaimInput, PaymentReceipt, PaymentRefusal, PaymentTicket, SeenPayment } from './payment.js';
export { encodeRoundPayment, type PaymentExpiry, type RoundPayment } from './round-payment.js';
export type { PaidRecord, RoundPath, RoundRecord } from './round-record.js';
export { encodeSettlementPayload, type SettlementPayload } from './settlement-payload.js';
export {
  createSettlementQueue,
  roundsOfJob,
  SETTLEMENT_JOBS_KEPT,
  SETTLEMENT_QUEUE,
  settlementQueuePrefix,
  type SettlementJob,
  type SettlementQueue,
  type SettlementQueueOptions,
} from './settlement-queue.js';
export { isRoundId } from './shard.js';
export type { ConfirmedCall, ScriptCall } from './shared-wait.js';
export type { OutboxConnection } from './scripts.js';
export { MOVES, type Move, type RoundState } from './states.js';

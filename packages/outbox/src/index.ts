export {
  BOOK_KINDS,
  type BookKind,
  type BookRow,
  type ConcludedRow,
  CONCLUSIONS,
  type Conclusion,
  type GapRow,
  readRow,
  rowJson,
} from './records/book-row.js';
export type { UsageRow } from './records/usage.js';
export { MAX_BROADCASTS, type Broadcast, type SentBroadcast } from './records/broadcast.js';
export {
  type CallBudget,
  type CallBudgetOptions,
  type CallingTenant,
  CallsSpentError,
  createCallBudget,
  type TakenCalls,
} from './commands/call-budget.js';
export { CHARGES, FEE_BALANCE_QUOTA, type ChargeKind, type SettlementCharge } from './records/charges.js';
export type { ClaimTicket } from './records/claim-ticket.js';
export { createConfirmedCalls, type ConfirmedCallsInput } from './connection/confirmed-calls.js';
export { connectRedis, type ConnectOptions } from './connection/connect-redis.js';
export { type Books, type BooksOptions, createBooks, MOST_PULLED_ROWS, type PulledBooks, type WaitingRow } from './commands/books.js';
export { createFeedStore, type FeedStore, type FeedStoreOptions } from './commands/feed-store.js';
export {
  type FeedRow,
  MAX_FEEDS_OF_OWNER,
  MAX_PUBLIC_FEEDS,
  type FeedOpening,
  type PublicFeed,
  type PublishInput,
  type PublishOutcome,
  type ShowInput,
  type ShownValue,
} from './records/public-feed.js';
export { createOutbox, type OutboxOptions } from './commands/create-outbox.js';
export type { ConcludedAmounts } from './commands/shard.js';
export { assertDurable, assertEveryReplicaCounts, type DurabilityOptions } from './connection/durability.js';
export { createDurabilityWatch, proveDurable, type DurabilityWatch, type DurabilityWatchInput } from './connection/durability-watch.js';
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
} from './records/errors.js';
export { MAX_EXCLUSIVE_KEYS, type ExclusiveKey } from './records/exclusive-key.js';
export type { Hold, Holder, HoldTotals, KeptHold, QuotaReading, QuotaKey, StoredReading } from './records/hold.js';
export { MAX_HOLDERS } from './wire/holder-text.js';
export { MAX_HOLDS } from './wire/hold-text.js';
export type { CountedState, HighWater } from './connection/high-water.js';
export { outboxPrefix } from './wire/keys.js';
export type {
  ClusterLocation,
  OutboxLocation,
  SentinelLocation,
  ServerLocation,
  ServerLogin,
  ServerPlace,
  ServerTls,
  TlsFiles,
} from './connection/location.js';
export { createTransitionListener, type TransitionListener, type TransitionListenerInput } from './connection/transition-listener.js';
export type {
  Claim,
  ClaimInput,
  BegunPayment,
  CommitInput,
  ExclusiveKeyReader,
  Outbox,
  OutboxStatistics,
  ReserveInput,
  PaymentConclusions,
  ReserveOutcome,
  RoundReader,
  SeenSettlement,
  SettlementTicket,
  UnfinalRound,
} from './commands/outbox.js';
export { createPayerList, MAX_PAYERS, type PayerList } from './commands/payer-list.js';
export { quotaAddress, quotaKey } from './records/quota-key.js';
export { MAX_FAILURE_CHARS } from './records/reason.js';
export { IDENTITY_TTL_SECONDS, RESERVATION_MARGIN_MS, RESULT_TTL_SECONDS } from './records/retention.js';
export { isListCursor, MAX_LISTED, type ListInput, type RoundList } from './commands/round-list.js';
export type { PaymentClaim, PaymentClaimInput, RecordedReceipt, PaymentRefusal, PaymentTicket, SeenPayment } from './records/payment.js';
export { encodeRoundPayment, type PaymentExpiry, type PaymentRecord } from './records/round-payment.js';
export type { PaidRecord, RecordedPath, RoundRecord } from './wire/round-record.js';
export { encodeSettlementPayload, type SettlementPayload, type SignedBy } from './records/settlement-payload.js';
export {
  createSettlementQueue,
  roundsOfJob,
  SETTLEMENT_JOBS_KEPT,
  SETTLEMENT_QUEUE,
  settlementQueuePrefix,
  type SettlementJob,
  type SettlementQueue,
  type SettlementQueueOptions,
} from './commands/settlement-queue.js';
export { isRoundId } from './records/round-id.js';
export type { ConfirmedCall, ScriptCall } from './connection/shared-wait.js';
export type { OutboxConnection } from './connection/scripts.js';
export { TRANSITIONS, type Transition, type RoundState } from './records/states.js';

import type { RoundId } from '@oracle-gateway/protocol';
import type { ClaimTicket } from './claim-ticket.js';
import type { RoundState } from './states.js';

/** A command on one record, by its name in the outbox. */
export type Command =
  | 'commit'
  | 'fail'
  | 'renew'
  | 'recordBroadcast'
  | 'forgetBroadcast'
  | 'settle'
  | 'refuse'
  | 'postpone'
  | 'lapse'
  | 'sign'
  | 'beginPayment'
  | 'noteSignature'
  | 'pay'
  | 'refusePayment'
  | 'overturn'
  | 'doubtPayment'
  | 'renewPayment';

/** The record is in a state from which this command does not start. Nothing was written. */
export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';
  constructor(
    readonly roundId: RoundId,
    readonly command: Command,
    readonly state: RoundState,
  ) {
    super(`round ${roundId} is ${state}: ${command} is not possible`);
  }
}

/** The reservation or claim that the caller speaks for is not the record's current one: it has ended, or somebody else took over. Nothing was written. */
export class StaleTokenError extends Error {
  override readonly name = 'StaleTokenError';
  constructor(readonly roundId: RoundId) {
    super(`round ${roundId} is no longer held by this caller`);
  }
}

/** No such record: it never existed or was forgotten after its time. */
export class UnknownRoundError extends Error {
  override readonly name = 'UnknownRoundError';
  constructor(readonly roundId: RoundId) {
    super(`round ${roundId} is unknown`);
  }
}

/** The server would lose acknowledged records, or will not say whether it would. `setting` names the setting of the server. */
export class VolatileOutboxError extends Error {
  override readonly name = 'VolatileOutboxError';
  constructor(
    readonly setting: string,
    detail: string,
  ) {
    super(`the outbox is not durable: ${detail}`);
  }
}

/** The location is none that the outbox can use. The location itself may hold a password and is not repeated. */
export class OutboxLocationError extends Error {
  override readonly name = 'OutboxLocationError';
}

/** The server refuses the user name or the password of the outbox location, or wants one where there is none. Neither is repeated here. */
export class OutboxLoginError extends Error {
  override readonly name = 'OutboxLoginError';
  constructor() {
    super('the outbox refuses the login: check the user name and the password in the outbox location');
  }
}

/** A settlement payload lacks `field` or holds it in another form; `(whole)`: it is no JSON object at all. */
export class SettlementPayloadError extends Error {
  override readonly name = 'SettlementPayloadError';
  constructor(
    readonly field: string,
    options?: ErrorOptions,
  ) {
    super(`settlement payload: ${field} is malformed`, options);
  }
}

/** A payment lacks `field` or holds it in another form; `(whole)`: it is no JSON object at all. */
export class RoundPaymentError extends Error {
  override readonly name = 'RoundPaymentError';
  constructor(
    readonly field: string,
    options?: ErrorOptions,
  ) {
    super(`payment of a round: ${field} is malformed`, options);
  }
}

/** What the server holds or answered is not what this version writes: another program, or another version, wrote it. */
export class CorruptRecordError extends Error {
  override readonly name = 'CorruptRecordError';
}

/** Whether an error says that this version cannot read a record, rather than that the server cannot be asked. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof CorruptRecordError || error instanceof SettlementPayloadError || error instanceof RoundPaymentError;
}

/**
 * Somebody has claimed a record that this version cannot read. Refusing it with `maxAttempts: 0` leaves it to an operator; a payment is
 * doubted again.
 */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
  constructor(
    readonly claim: ClaimTicket,
    options: ErrorOptions,
  ) {
    super(
      `the record of round ${claim.roundId} cannot be read: ${options.cause instanceof Error ? options.cause.message : 'unknown'}`,
      options,
    );
  }
}

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
    super(`round ${roundId} is ${state}: ${command} does not start from this state`);
  }
}

/** The caller's reservation or claim has ended, or another process took it over. Nothing was written. */
export class StaleTokenError extends Error {
  override readonly name = 'StaleTokenError';
  constructor(readonly roundId: RoundId) {
    super(`token of round ${roundId} is stale: its reservation or claim ended or was taken over`);
  }
}

/** The round has no record: it never existed, or its record has expired. */
export class UnknownRoundError extends Error {
  override readonly name = 'UnknownRoundError';
  constructor(readonly roundId: RoundId) {
    super(`round ${roundId} has no record`);
  }
}

/** The server may lose acknowledged records, or does not show whether it may. `setting` names the server's setting. */
export class VolatileOutboxError extends Error {
  override readonly name = 'VolatileOutboxError';
  constructor(
    readonly setting: string,
    detail: string,
  ) {
    super(`the outbox is not durable: ${detail}`);
  }
}

/** The write is on the server's disk, but not enough replicas confirmed it in time: a failover might forget it. Repeat the command. */
export class UnreplicatedWriteError extends Error {
  override readonly name = 'UnreplicatedWriteError';
  constructor(
    readonly confirmed: number,
    readonly wanted: number,
  ) {
    super(`${confirmed} of ${wanted} replicas confirmed the write in time: check the replicas of the outbox`);
  }
}

/** The server did not answer at the start. It may later. */
export class OutboxUnavailableError extends Error {
  override readonly name = 'OutboxUnavailableError';
  constructor(options: ErrorOptions) {
    super('the outbox does not answer', options);
  }
}

/** The outbox cannot use the location. The location may hold a password and is not repeated. */
export class OutboxLocationError extends Error {
  override readonly name = 'OutboxLocationError';
}

/** The server refuses the user name or the password of the outbox location, or requires one. Neither is repeated here. */
export class OutboxLoginError extends Error {
  override readonly name = 'OutboxLoginError';
  constructor() {
    super('outbox server refuses the login: check user name and password in the outbox location');
  }
}

/** The TLS handshake with a server failed, and only an operator can change that. `code` is the reason of TLS. */
export class OutboxTlsError extends Error {
  override readonly name = 'OutboxTlsError';
  constructor(
    readonly code: string,
    advice: string,
  ) {
    super(`no TLS connection to the outbox: ${advice}`);
  }
}

/** `field` of a settlement payload is missing or malformed; `(whole)`: the payload is not a JSON object. */
export class SettlementPayloadError extends Error {
  override readonly name = 'SettlementPayloadError';
  constructor(
    readonly field: string,
    options?: ErrorOptions,
  ) {
    super(`settlement payload: ${field} is malformed`, options);
  }
}

/** `field` of a payment is missing or malformed; `(whole)`: the payment is not a JSON object. */
export class RoundPaymentError extends Error {
  override readonly name = 'RoundPaymentError';
  constructor(
    readonly field: string,
    options?: ErrorOptions,
  ) {
    super(`payment of a round: ${field} is malformed`, options);
  }
}

/** A record or an answer has a form that this version does not write: another program, or another version, wrote it. */
export class CorruptRecordError extends Error {
  override readonly name = 'CorruptRecordError';
}

/** Whether this version cannot read a record, as opposed to: the server did not answer. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof CorruptRecordError || error instanceof SettlementPayloadError || error instanceof RoundPaymentError;
}

/**
 * The claimed record cannot be read by this version. Refuse it with `maxAttempts: 0` to leave it to an operator; doubt a payment again.
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

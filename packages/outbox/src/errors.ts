import type { RoundId } from '@oracle-gateway/protocol';
import type { Move, RoundState } from './states.js';

/** The record is in a state from which this move does not start. Nothing was written. */
export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';
  constructor(
    readonly roundId: RoundId,
    readonly move: Move,
    readonly state: RoundState,
  ) {
    super(`round ${roundId} is ${state}: ${move} is not possible`);
  }
}

/** The reservation or claim that the caller speaks for is not the record's current one: somebody else took over. Nothing was written. */
export class StaleTokenError extends Error {
  override readonly name = 'StaleTokenError';
  constructor(readonly roundId: RoundId) {
    super(`round ${roundId} is held by somebody else`);
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

/** What the server holds or answered is not what this version writes: another program, or another version, wrote it. */
export class CorruptRecordError extends Error {
  override readonly name = 'CorruptRecordError';
}

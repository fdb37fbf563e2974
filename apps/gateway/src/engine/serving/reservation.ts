import {
  type QuotaKey,
  type ReserveOutcome,
  VolatileOutboxError,
  CorruptRecordError,
  IllegalTransitionError,
  RoundPaymentError,
  SettlementPayloadError,
  StaleTokenError,
  UnknownRoundError,
} from '@oracle-gateway/outbox';
import { formatAddress, NO_OWNER, type UnixMs } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { AdmittedRound } from '../model/admitted-round.js';
import type { Conflict, PathPolicy } from '../model/path-policy.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { writeStoredFailure } from '../../errors/stored-failure.js';
import type { RoundClock, RoundEvents, RoundPorts, RoundRecords } from '../model/round-ports.js';
import { beforeAbort } from '@oracle-gateway/process';
import type { RoundSignal } from './round-signal.js';

/** A reservation that stands. */
export interface Reservation {
  /** Speaks for it. */
  readonly token: string;
  /** When it was made, by the clock that all processes of the gateway share. */
  readonly redisTimeMs: UnixMs;
}

/** Takes what the round needs. Throws the path's refusal of what is not free; a hold marked `isReread` is read again once before. */
export async function reserveRound<Round extends AdmittedRound>(
  admitted: Round,
  policy: PathPolicy<Round>,
  ports: RoundPorts,
): Promise<Reservation> {
  const reread = new Set<QuotaKey>();
  for (let round = admitted; ;) {
    const { roundId, exclusive, holds } = round;
    const reservation = await reserve(round, ports);
    switch (reservation.outcome) {
      case 'reserved':
        return { token: reservation.token, redisTimeMs: reservation.redisTimeMs };
      case 'duplicate':
        throw new GatewayError('duplicate_round').about(roundId);
      case 'used': {
        const key = exclusive.find(({ name }) => name === reservation.name);
        if (key === undefined) throw new GatewayError('internal');
        throw refusalOf({ refusal: key.refusal, usedBy: reservation.roundId }, round, policy);
      }
      case 'held': {
        const held = holds.find(({ quotaKey }) => quotaKey === reservation.quotaKey);
        if (held === undefined) throw new GatewayError('internal');
        if (held.isReread !== true || policy.reread === undefined || reread.has(held.quotaKey)) {
          throw refusalOf({ refusal: held.refusal }, round, policy);
        }
        reread.add(held.quotaKey);
        round = await policy.reread(held, round);
        break;
      }
      case 'at_capacity':
        throw new GatewayError('at_capacity');
    }
  }
}

function refusalOf<Round extends AdmittedRound>(conflict: Conflict, round: Round, policy: PathPolicy<Round>): GatewayError {
  return policy.refuse?.(conflict, round) ?? new GatewayError(conflict.refusal);
}

async function reserve(
  { path, roundId, listedUnder, exclusive, holds }: AdmittedRound,
  { records, settings }: RoundPorts,
): Promise<ReserveOutcome> {
  const input = {
    path,
    roundId,
    deadlineMs: settings.roundDeadlineMs,
    maxInFlight: settings.maxInFlight,
    exclusive,
    holds,
    createdBy: settings.processName,
    ...(listedUnder === undefined ? {} : { listedUnder }),
  };
  return records.reserve(input).catch((cause: unknown) => {
    if (cause instanceof VolatileOutboxError) throw new GatewayError('outbox_volatile', { cause });
    throw new GatewayError('outbox_unavailable', { cause }).about(roundId);
  });
}

/**
 * Ends the reservation of a round that failed, unless the failure leaves it to itself. An identity whose caller may send it again is given
 * back: only then is it usable again. Returns whether the end is written; a caller hears of an identity that is given back only where it
 * is. The token fences this: a commit whose answer was lost, and which did happen, wins, and the refusal is only reported. An end that
 * cannot be written comes with the reservation's deadline.
 */
export async function releaseReservation(
  round: Pick<AdmittedRound, 'roundId' | 'requestId' | 'exclusive' | 'requester' | 'feedOwner'>,
  token: string,
  failure: GatewayError,
  { records, events }: { readonly records: RoundRecords; readonly events: RoundEvents },
): Promise<boolean> {
  if (failure.rule.leavesReservation === true) return false;
  const { roundId, requestId, exclusive } = round;
  const { failure: source, isGivenBack } = failure.details;
  const giveBack = failure.rule.authorization === 'unused' ? exclusive.map(({ name }) => name) : [];
  try {
    const unused = isGivenBack === true ? ({ unused: true } as const) : {};
    const told = source === undefined ? {} : { failure: writeStoredFailure({ failure: source, readers: requestersOf(round) }) };
    await records.fail({ roundId, token, reason: failure.code, ...told, giveBack, ...unused });
    return true;
  } catch (cause) {
    events.outboxTrouble({ roundId, requestId, action: 'fail', cause });
    return false;
  }
}

/** The parties that asked for a round, in base58: its payer, and the key of its feed. */
function requestersOf({ requester, feedOwner }: Pick<AdmittedRound, 'requester' | 'feedOwner'>): readonly string[] {
  const parties = [requester, ...(equalBytes(feedOwner, NO_OWNER) ? [] : [feedOwner])];
  return [...new Set(parties.map(formatAddress))];
}

const REPEAT_AFTER_MS = 100;

/**
 * Writes to the outbox what becomes of a reservation, before its caller gets an answer. A command whose answer is lost is repeated until
 * the outbox says what became of it: it is idempotent by its token. Throws `reservation_ended` when nothing was recorded and nothing ever
 * will be; `outbox_unavailable` when the round's time is up before the outbox has answered; `client_gone` when the caller has left
 * meanwhile.
 */
export async function writeRecord(write: () => Promise<void>, ends: RoundSignal, { wait }: Pick<RoundClock, 'wait'>): Promise<void> {
  let cause: unknown;
  do {
    try {
      await beforeAbort(write(), ends.timeUp);
      return;
    } catch (error) {
      if (saysNothingIsRecorded(error)) throw new GatewayError('reservation_ended', { cause: error });
      if (canNeverSucceed(error)) throw error;
      cause = error;
    }
    await beforeAbort(wait(REPEAT_AFTER_MS), ends.timeUp).catch(() => undefined);
    if (!ends.timeUp.aborted) ends.signal.throwIfAborted();
  } while (!ends.timeUp.aborted);
  throw new GatewayError('outbox_unavailable', { cause });
}

/** The reservation has ended or was overtaken: this round is not recorded and never charged. */
function saysNothingIsRecorded(error: unknown): boolean {
  return error instanceof IllegalTransitionError || error instanceof StaleTokenError || error instanceof UnknownRoundError;
}

function canNeverSucceed(error: unknown): boolean {
  return error instanceof SettlementPayloadError || error instanceof RoundPaymentError || error instanceof CorruptRecordError;
}

import { type QuotaKey, type Outbox, type ReserveOutcome, VolatileOutboxError } from '@oracle-gateway/outbox';
import type { UnixMs } from '@oracle-gateway/protocol';
import type { AdmittedHold, AdmittedRound } from './model/admitted-round.js';
import type { Conflict } from './model/path-policy.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';

export type Reserved = Pick<AdmittedRound, 'path' | 'roundId' | 'listedUnder' | 'exclusive' | 'holds'>;

export interface ReservationDeps {
  readonly outbox: Pick<Outbox, 'reserve' | 'fail'>;
  readonly events: Pick<Events, 'outboxTrouble'>;
  readonly roundDeadlineMs: number;
  readonly maxInFlight: number;
  /** Names this process in round records. */
  readonly processName: string;
}

/** What the policy of a path decides here. */
export interface ReservePolicy<Round extends Reserved> {
  refuse(conflict: Conflict, round: Round): GatewayError;
  reread?(hold: AdmittedHold, round: Round): Promise<Round>;
}

/** A reservation that stands. */
export interface Reservation {
  /** Speaks for it. */
  readonly token: string;
  /** When it was made, by the clock that all processes of the gateway share. */
  readonly redisTimeMs: UnixMs;
}

/** Takes what the round needs. Throws the path's refusal of what is not free; a hold marked `isReread` is read again once before. */
export async function reserveRound<Round extends Reserved>(
  round: Round,
  policy: ReservePolicy<Round>,
  deps: ReservationDeps,
): Promise<Reservation> {
  return reserveOrReread(round, new Set(), policy, deps);
}

async function reserveOrReread<Round extends Reserved>(
  round: Round,
  reread: ReadonlySet<QuotaKey>,
  policy: ReservePolicy<Round>,
  deps: ReservationDeps,
): Promise<Reservation> {
  const { roundId, exclusive, holds } = round;
  const reservation = await reserve(round, deps);
  switch (reservation.outcome) {
    case 'reserved':
      return { token: reservation.token, redisTimeMs: reservation.redisTimeMs };
    case 'duplicate':
      throw new GatewayError('duplicate_round').about(roundId);
    case 'used': {
      const key = exclusive.find(({ name }) => name === reservation.name);
      if (key === undefined) throw new GatewayError('internal');
      throw policy.refuse({ refusal: key.refusal, usedBy: reservation.roundId }, round);
    }
    case 'held': {
      const held = holds.find(({ quotaKey }) => quotaKey === reservation.quotaKey);
      if (held === undefined) throw new GatewayError('internal');
      if (held.isReread !== true || policy.reread === undefined || reread.has(held.quotaKey)) {
        throw policy.refuse({ refusal: held.refusal }, round);
      }
      return reserveOrReread(await policy.reread(held, round), new Set([...reread, held.quotaKey]), policy, deps);
    }
    case 'at_capacity':
      throw new GatewayError('at_capacity');
  }
}

async function reserve({ path, roundId, listedUnder, exclusive, holds }: Reserved, deps: ReservationDeps): Promise<ReserveOutcome> {
  const input = {
    path,
    roundId,
    deadlineMs: deps.roundDeadlineMs,
    maxInFlight: deps.maxInFlight,
    exclusive,
    holds,
    createdBy: deps.processName,
    ...(listedUnder === undefined ? {} : { listedUnder }),
  };
  return deps.outbox.reserve(input).catch((cause: unknown) => {
    if (cause instanceof VolatileOutboxError) throw new GatewayError('outbox_volatile', { cause });
    throw new GatewayError('outbox_unavailable', { cause }).about(roundId);
  });
}

/**
 * Ends the reservation of a round that failed, unless the failure leaves it to itself. What its caller is told may be sent again is given back: only then is it usable again.
 * Returns whether the end is written; a caller hears of an identity that is given back only where it is.
 * The token fences this: a commit whose answer was lost, and which did happen, wins, and the refusal is only reported. What cannot be
 * written now ends by itself with the reservation's deadline.
 */
export async function releaseReservation(
  { roundId, requestId, exclusive }: Pick<AdmittedRound, 'roundId' | 'requestId' | 'exclusive'>,
  token: string,
  failure: GatewayError,
  deps: { readonly outbox: Pick<Outbox, 'fail'> } & Pick<ReservationDeps, 'events'>,
): Promise<boolean> {
  if (failure.rule.leavesReservation === true) return false;
  const giveBack = failure.rule.authorization === 'unused' ? exclusive.map(({ name }) => name) : [];
  try {
    const unused = failure.details.isGivenBack === true ? ({ unused: true } as const) : {};
    await deps.outbox.fail({ roundId, token, reason: failure.code, giveBack, ...unused });
    return true;
  } catch (cause) {
    deps.events.outboxTrouble({ roundId, requestId, action: 'fail', cause });
    return false;
  }
}

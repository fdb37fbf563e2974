import { type Outbox, type ReserveOutcome, VolatileOutboxError } from '@oracle-gateway/outbox';
import type { UnixMs } from '@oracle-gateway/protocol';
import type { AdmittedRound } from './model/admitted-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';

type Reserved = Pick<AdmittedRound, 'path' | 'roundId' | 'listedUnder' | 'exclusive' | 'holds'>;

export interface ReservationDeps {
  readonly outbox: Pick<Outbox, 'reserve' | 'fail'>;
  readonly events: Pick<Events, 'outboxTrouble'>;
  readonly roundDeadlineMs: number;
  readonly maxInFlight: number;
  /** Names this process in round records. */
  readonly processName: string;
}

/** A reservation that stands. */
export interface Reservation {
  /** Speaks for it. */
  readonly token: string;
  /** When it was made, by the clock that all processes of the gateway share. */
  readonly redisTimeMs: UnixMs;
}

/**
 * Takes what the round needs. A hold that is refused and may be looked up afresh is, once. Throws
 * the refusal of what is not free.
 */
export async function reserveRound(round: Reserved, deps: ReservationDeps): Promise<Reservation> {
  const { roundId, exclusive, holds } = round;
  const reservation = await reserve(round, deps);
  switch (reservation.outcome) {
    case 'reserved':
      return { token: reservation.token, redisTimeMs: reservation.redisTimeMs };
    case 'duplicate':
      throw new GatewayError('duplicate_round').about(roundId);
    case 'used': {
      const key = exclusive.find(({ name }) => name === reservation.name);
      throw key?.refuse(reservation.roundId) ?? new GatewayError('internal');
    }
    case 'held': {
      const held = holds.find(({ account }) => account === reservation.account);
      if (held?.afresh === undefined) throw held?.refuse() ?? new GatewayError('internal');
      const again = { ...(await held.afresh()), afresh: undefined };
      return reserveRound({ ...round, holds: holds.map((hold) => (hold === held ? again : hold)) }, deps);
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
 * The token fences this: a commit whose answer was lost, and which did happen, wins, and the refusal is only reported. What cannot be
 * written now ends by itself with the reservation's deadline.
 */
export async function releaseReservation(
  { roundId, exclusive }: Pick<Reserved, 'roundId' | 'exclusive'>,
  token: string,
  failure: GatewayError,
  deps: { readonly outbox: Pick<Outbox, 'fail'> } & Pick<ReservationDeps, 'events'>,
): Promise<void> {
  if (failure.rule.leavesReservation === true) return;
  const giveBack = failure.rule.fate === 'unused' ? exclusive.map(({ name }) => name) : [];
  try {
    await deps.outbox.fail({ roundId, token, reason: failure.code, giveBack });
  } catch (cause) {
    deps.events.outboxTrouble({ roundId, action: 'fail', cause });
  }
}

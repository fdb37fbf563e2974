import type { Outbox } from '@oracle-gateway/outbox';
import { inSpan, traceRound } from '@oracle-gateway/process';
import { toUnixMs } from '@oracle-gateway/protocol';
import type { AdmittedRound, DatedRound } from './model/admitted-round.js';
import type { PathPolicy } from './model/path-policy.js';
import type { RefuseForSource } from './model/round-failure.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { SponsoredSecrets, Sponsorship } from './sponsorship.js';
import type { Capacity } from './capacity.js';
import { releaseReservation, type Reservation, type ReservationDeps, reserveRound } from './reservation.js';
import { chooseNodes } from './round-nodes.js';
import type { RoundSession } from './model/round-session.js';
import { createRoundSignal, type RoundSignal } from './round-signal.js';
import { runOrBeginAnew, type RunOrBeginAnewDeps } from './run-or-begin-anew.js';
import type { RunRoundResult } from './run-round.js';

export interface RoundServiceDeps extends Omit<RunOrBeginAnewDeps, 'refuseForSource'>, ReservationDeps {
  readonly outbox: Pick<Outbox, 'reserve' | 'fail'>;
  readonly capacity: Capacity;
  readonly sponsorship: Pick<Sponsorship, 'look' | 'take'>;
  readonly events: Pick<Events, 'nodeFault' | 'roundBeganAnew' | 'roundCompleted' | 'roundFailed' | 'outboxTrouble'>;
  readonly monotonicMs: () => number;
  /** Aborted when rounds under way must end: the process stops. */
  readonly shutdown: AbortSignal;
}

/** A signed round whose record is still its reservation alone. */
export interface SignedReservation<Round extends AdmittedRound> {
  readonly round: DatedRound<Round>;
  readonly session: RoundSession;
  readonly signed: RunRoundResult;
  /** Speaks for the reservation. */
  readonly token: string;
  readonly ends: RoundSignal;
}

/** Writes what the signed round becomes, and gives what its caller gets. Nothing leaves that is not durable. */
export type ConcludeRound<Round extends AdmittedRound, Answer> = (input: SignedReservation<Round>) => Promise<Answer>;

/** Serves one admitted round: confirm, reserve, run, conclude (interface §3). The same for every path. */
export type RoundService<Round extends AdmittedRound, Answer> = (round: Round, asked: Asking) => Promise<Answer>;

/** What the engine needs of the request that asks for a round. */
export interface Asking {
  readonly requestId: string;
  readonly clientGone: AbortSignal;
}

/** What differs between the paths. */
export interface PathService<Round extends AdmittedRound, Answer> {
  readonly policy: PathPolicy<Round>;
  readonly conclude: ConcludeRound<Round, Answer>;
}

export function createRoundService<Round extends AdmittedRound, Answer>(
  service: PathService<Round, Answer>,
  deps: RoundServiceDeps,
): RoundService<Round, Answer> {
  return (round, { requestId, clientGone }) => traceRound(round, () => serveRound({ ...round, requestId }, clientGone, service, deps));
}

async function serveRound<Round extends AdmittedRound, Answer>(
  round: Round & Required<Pick<AdmittedRound, 'requestId'>>,
  clientGone: AbortSignal,
  service: PathService<Round, Answer>,
  deps: RoundServiceDeps,
): Promise<Answer> {
  const { policy } = service;
  requireBody(round);
  deps.capacity.requireRoom(round.party);
  requireClient(clientGone);
  // Before the reservation, so that a registry without usable endpoints does not use up the caller's identity.
  const eligible = await chooseNodes(round, deps);
  await deps.sponsorship.look(round, eligible);
  await policy.confirm?.(round);
  return deps.capacity.run(round.party, async () => {
    requireClient(clientGone);
    const sponsored = await deps.sponsorship.take(round, eligible);
    const reservation = await inSpan('reserve', () => reserveRound(round, policy, deps)).catch(async (refusal: unknown) => {
      await sponsored?.giveBack();
      throw refusal;
    });
    const startedAtMs = deps.monotonicMs();
    const elapsedSeconds = (): number => (deps.monotonicMs() - startedAtMs) / 1000;
    try {
      const { answer, signed } = await runReserved({ admitted: round, sponsored, eligible, reservation, clientGone }, service, deps);
      deps.events.roundCompleted({
        path: round.path,
        roundId: round.roundId,
        requestId: round.requestId,
        signers: signed.signers,
        exchanges: signed.exchanges,
        attempt: signed.attempt,
        seconds: elapsedSeconds(),
      });
      return answer;
    } catch (error) {
      const failure = error instanceof GatewayError ? error : new GatewayError('internal', { cause: error });
      deps.events.roundFailed({
        path: round.path,
        roundId: round.roundId,
        requestId: round.requestId,
        code: failure.code,
        seconds: elapsedSeconds(),
        detail: failure.message,
      });
      const isReleased = await releaseReservation(round, reservation.token, failure, deps);
      const isGivenBack = isReleased && failure.details.isGivenBack === true;
      if (isGivenBack) await sponsored?.giveBack();
      throw failure.givenBack(isGivenBack).about(round.roundId);
    }
  });
}

/** The answer to HEAD has no body (RFC 9110 §9.3.2), so no node could take a value from it. */
function requireBody({ apiConfig }: AdmittedRound): void {
  if (apiConfig.method !== 'HEAD') return;
  const detail = 'fetch failed: the answer to HEAD has no body; name another method';
  throw new GatewayError('upstream_failure', { detail, members: { step: 'fetch', rule: 'no_body' }, isGivenBack: true });
}

/** Nothing is reserved for a caller who has left. */
function requireClient(clientGone: AbortSignal): void {
  if (clientGone.aborted) throw new GatewayError('client_gone');
}

function refusalForSource<Round extends AdmittedRound>(
  round: Round,
  { refuseForSource }: Pick<PathPolicy<Round>, 'refuseForSource'>,
): RefuseForSource | undefined {
  return refuseForSource === undefined ? undefined : (refusal) => refuseForSource(refusal, round);
}

interface ReservedRound<Round extends AdmittedRound> {
  /** As it was admitted: without what the gateway has sealed for it. */
  readonly admitted: Round;
  readonly sponsored: SponsoredSecrets | null;
  readonly eligible: readonly RoundNode[];
  readonly reservation: Reservation;
  readonly clientGone: AbortSignal;
}

async function runReserved<Round extends AdmittedRound, Answer>(
  { admitted, sponsored, eligible, reservation, clientGone }: ReservedRound<Round>,
  { policy, conclude }: PathService<Round, Answer>,
  deps: RoundServiceDeps,
): Promise<{ readonly answer: Answer; readonly signed: RunRoundResult }> {
  const ends = createRoundSignal({ deadlineMs: deps.roundDeadlineMs, clientGone, shutdown: deps.shutdown });
  try {
    const { time } = admitted;
    const timestampMs = time.rule === 'flat' ? toUnixMs(time.timestampSeconds) : reservation.redisTimeMs;
    const round = { ...admitted, timestampMs, ...(sponsored === null ? {} : { sealed: sponsored.sealed }) };
    // A provider that refuses the operator's key may quote it. The caller hears none of its words: such a source counts as one that fails.
    const refuseForSource = sponsored === null ? refusalForSource(admitted, policy) : undefined;
    const signing = { round, admitted, eligible, signal: ends.signal };
    const outcome = await inSpan('observe and sign', () => runOrBeginAnew(signing, { ...deps, refuseForSource }));
    const answer = await inSpan('conclude', () => conclude({ ...outcome, token: reservation.token, ends }));
    return { answer, signed: outcome.signed };
  } finally {
    ends.dispose();
  }
}

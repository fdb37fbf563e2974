import type { Outbox } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { AdmittedRound, DatedRound } from '../admission/admitted-round.js';
import { GatewayError } from '../errors.js';
import type { Events } from '../events.js';
import type { NodeDirectory, RoundNode } from '../nodes/node-directory.js';
import type { NodeHealth } from '../nodes/node-health.js';
import type { SponsoredSecrets, Sponsorship } from '../sponsorship.js';
import type { Capacity } from './capacity.js';
import { chooseEligible, type RandomBytes } from './eligible-set.js';
import { releaseReservation, type Reservation, type ReservationDeps, reserveRound } from './reservation.js';
import { openSession, type RoundSession } from './round-session.js';
import { createRoundSignal, type RoundSignal } from './round-signal.js';
import { runRound, type RunRoundDeps, type RunRoundResult } from './run-round.js';

export interface RoundServiceDeps extends RunRoundDeps, ReservationDeps {
  readonly outbox: Pick<Outbox, 'reserve' | 'fail'>;
  readonly directory: NodeDirectory;
  readonly health: Pick<NodeHealth, 'isFailing'>;
  readonly capacity: Capacity;
  readonly sponsorship: Pick<Sponsorship, 'look' | 'take'>;
  readonly events: Pick<Events, 'nodeFault' | 'roundCompleted' | 'roundFailed' | 'outboxTrouble'>;
  readonly randomBytes: RandomBytes;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly monotonicMs: () => number;
  /** Aborted when rounds under way must end: the process stops. */
  readonly shutdown: AbortSignal;
}

/** A round that is signed, and of which nothing is on record yet but its reservation. */
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
export type RoundService<Round extends AdmittedRound, Answer> = (round: Round, clientGone: AbortSignal) => Promise<Answer>;

export function createRoundService<Round extends AdmittedRound, Answer>(
  conclude: ConcludeRound<Round, Answer>,
  deps: RoundServiceDeps,
): RoundService<Round, Answer> {
  return (round, clientGone) =>
    deps.capacity.run(async () => {
      requireClient(clientGone);
      const eligible = await chooseNodes(round, deps);
      await deps.sponsorship.look(round, eligible);
      await round.confirm?.();
      requireClient(clientGone);
      const sponsored = await deps.sponsorship.take(round, eligible);
      const reservation = await reserveRound(round, deps).catch(async (refusal: unknown) => {
        await sponsored?.giveBack();
        throw refusal;
      });
      const startedAtMs = deps.monotonicMs();
      const elapsedSeconds = (): number => (deps.monotonicMs() - startedAtMs) / 1000;
      try {
        const { answer, signed } = await runReserved(
          { round: withSecrets(round, sponsored), eligible, reservation, clientGone },
          conclude,
          deps,
        );
        deps.events.roundCompleted({
          path: round.path,
          roundId: round.roundId,
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
          code: failure.code,
          seconds: elapsedSeconds(),
          detail: failure.message,
        });
        await releaseReservation(round, reservation.token, failure, deps);
        throw failure.about(round.roundId);
      }
    });
}

function withSecrets<Round extends AdmittedRound>(round: Round, sponsored: SponsoredSecrets | null): Round {
  return sponsored === null ? round : { ...round, sealed: sponsored.sealed };
}

/** Nothing is reserved for a caller who has left. */
function requireClient(clientGone: AbortSignal): void {
  if (clientGone.aborted) throw new GatewayError('client_gone');
}

/** Before the reservation, so that a registry without usable endpoints does not use up the caller's identity. */
async function chooseNodes(round: AdmittedRound, deps: RoundServiceDeps): Promise<readonly RoundNode[]> {
  const { sealed } = round;
  // A node that has come since the envelopes were judged cannot open what was not sealed for it.
  const nodes = (await deps.directory(round.registry)).filter(({ index }) => sealed === undefined || sealed.envelopes.has(index));
  if (nodes.length < round.signaturesRequired) throw new GatewayError('too_few_nodes');
  const size = round.signaturesRequired + round.registry.redundancyBuffer;
  return chooseEligible(nodes, size, deps);
}

interface ReservedRound<Round extends AdmittedRound> {
  readonly round: Round;
  readonly eligible: readonly RoundNode[];
  readonly reservation: Reservation;
  readonly clientGone: AbortSignal;
}

async function runReserved<Round extends AdmittedRound, Answer>(
  { round, eligible, reservation, clientGone }: ReservedRound<Round>,
  conclude: ConcludeRound<Round, Answer>,
  deps: RoundServiceDeps,
): Promise<{ readonly answer: Answer; readonly signed: RunRoundResult }> {
  const ends = createRoundSignal({ deadlineMs: deps.roundDeadlineMs, clientGone, shutdown: deps.shutdown });
  try {
    const dated = { ...round, timestampMs: round.time.rule === 'flat' ? round.time.timestampMs : reservation.redisTimeMs };
    const session = openSession(dated, eligible, deps);
    const signed = await runRound(dated, session, ends.signal, deps);
    const answer = await conclude({ round: dated, session, signed, token: reservation.token, ends });
    return { answer, signed };
  } finally {
    ends.dispose();
  }
}

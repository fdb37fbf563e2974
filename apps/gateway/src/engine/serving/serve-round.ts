import { inSpan } from '@oracle-gateway/process';
import { toUnixMs } from '@oracle-gateway/protocol';
import { sourceMember } from '@oracle-gateway/protocol/internal';
import type { AdmittedRound, DatedRound } from '../model/admitted-round.js';
import type { Capacity } from '../model/capacity.js';
import type { PathPolicy, SourceRefusal } from '../model/path-policy.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { failureSentence, judgeWords } from '../../errors/source-failure.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { RoundPorts, SponsoredSecrets } from '../model/round-ports.js';
import { releaseReservation, type Reservation, reserveRound, writeRecord } from './reservation.js';
import { chooseNodes } from '../model/round-nodes.js';
import type { RoundSession } from '../model/round-session.js';
import { createRoundSignal } from './round-signal.js';
import { runOrBeginAnew } from './run-or-begin-anew.js';
import type { RunRoundResult } from './run-round.js';

/** A signed round whose record is still its reservation alone. */
export interface ServedRound<Round extends AdmittedRound = AdmittedRound> {
  readonly round: DatedRound<Round>;
  readonly session: RoundSession;
  readonly signed: RunRoundResult;
  /** Speaks for the reservation. */
  readonly token: string;
  /** Aborted when the round must end; its reason is the GatewayError to answer. */
  readonly signal: AbortSignal;
  /**
   * Writes to the outbox what becomes of the reservation, before the caller gets an answer. Repeats a command whose answer is lost. Throws
   * `reservation_ended`, `outbox_unavailable` or `client_gone`.
   */
  readonly record: (write: () => Promise<void>) => Promise<void>;
}

/** Writes what the signed round becomes, and gives what its caller gets. Nothing leaves that is not durable. */
export type ConcludeRound<Round extends AdmittedRound, Answer> = (input: ServedRound<Round>) => Promise<Answer>;

/** Serves one admitted round: confirm, reserve, run, conclude (docs/architecture.md#the-states-of-its-record). Every path runs the same steps. */
export type RoundService<Round extends AdmittedRound, Answer> = (round: Round, asked: Asking) => Promise<Answer>;

/** Parts of the request that the engine needs. */
export interface Asking {
  readonly requestId: string;
  readonly clientGone: AbortSignal;
}

/** Parts that differ between the paths. */
export interface PathService<Round extends AdmittedRound, Answer> {
  readonly policy: PathPolicy<Round>;
  readonly conclude: ConcludeRound<Round, Answer>;
}

/** A round as a request asks for it. */
interface AskedRound<Round extends AdmittedRound> {
  readonly round: Round & { readonly requestId: string };
  readonly capacity: Capacity;
  readonly clientGone: AbortSignal;
  /** Aborted when rounds under way must end. */
  readonly ending: AbortSignal;
}

/** Serves one admitted round. */
export async function serveRound<Round extends AdmittedRound, Answer>(
  { round, capacity, clientGone, ending }: AskedRound<Round>,
  service: PathService<Round, Answer>,
  ports: RoundPorts,
): Promise<Answer> {
  const { policy } = service;
  const { providers, events } = ports;
  const { monotonicMs } = ports.clock;
  requireBody(round);
  capacity.requireRoom(round.tenant);
  requireClient(clientGone);
  // The nodes are chosen before the reservation, so that a registry without usable endpoints does not use up the caller's identity.
  const eligible = await chooseNodes(round, ports);
  await providers.peek(round, eligible);
  await policy.confirm?.(round);
  return capacity.run(round.tenant, async () => {
    requireClient(clientGone);
    const sponsored = await providers.take(round, eligible);
    const reservation = await inSpan('reserve', () => reserveRound(round, policy, ports)).catch(async (refusal: unknown) => {
      await sponsored?.giveBack();
      throw refusal;
    });
    const startedAtMs = monotonicMs();
    try {
      const { answer, signed } = await runReserved(
        { admitted: round, sponsored, eligible, reservation, clientGone, ending },
        service,
        ports,
      );
      events.roundCompleted({
        path: round.path,
        roundId: round.roundId,
        requestId: round.requestId,
        signers: signed.signers,
        exchanges: signed.exchanges,
        attempt: signed.attempt,
        seconds: (monotonicMs() - startedAtMs) / 1_000,
      });
      return answer;
    } catch (error) {
      const failure = error instanceof GatewayError ? error : new GatewayError('internal', { cause: error });
      events.roundFailed({ round, code: failure.code, seconds: (monotonicMs() - startedAtMs) / 1_000, detail: failure.message });
      const isReleased = await releaseReservation(round, reservation.token, failure, ports);
      const isGivenBack = isReleased && failure.details.isGivenBack === true;
      if (isGivenBack) await sponsored?.giveBack();
      throw failure.givenBack(isGivenBack).about(round.roundId);
    }
  });
}

/** The answer to HEAD has no body (RFC 9110 §9.3.2), so no node could take a value from it. */
function requireBody({ subject }: AdmittedRound): void {
  const place = subject.sources.findIndex(({ apiConfig }) => apiConfig.method === 'HEAD');
  if (place === -1) return;
  const failure = judgeWords({ step: 'fetch', rule: 'no_body', place }, { subject, isSponsored: false });
  const detail = `${failureSentence(failure)}; name another ${sourceMember(subject, place)}.method`;
  throw new GatewayError('upstream_failure', { detail, failure, isGivenBack: true });
}

/** Nothing is reserved for a caller who has left. */
function requireClient(clientGone: AbortSignal): void {
  if (clientGone.aborted) throw new GatewayError('client_gone');
}

interface ReservedRound<Round extends AdmittedRound> {
  /** The round as it was admitted: without what the gateway has sealed for it. */
  readonly admitted: Round;
  readonly sponsored: SponsoredSecrets | null;
  readonly eligible: readonly RoundNode[];
  readonly reservation: Reservation;
  readonly clientGone: AbortSignal;
  readonly ending: AbortSignal;
}

async function runReserved<Round extends AdmittedRound, Answer>(
  { admitted, sponsored, eligible, reservation, clientGone, ending }: ReservedRound<Round>,
  { policy, conclude }: PathService<Round, Answer>,
  ports: RoundPorts,
): Promise<{ readonly answer: Answer; readonly signed: RunRoundResult }> {
  const ends = createRoundSignal({ deadlineMs: ports.settings.roundDeadlineMs, clientGone, shutdown: ending });
  try {
    const { timestampSeconds } = admitted;
    const timestampMs = timestampSeconds === undefined ? reservation.redisTimeMs : toUnixMs(timestampSeconds);
    const round = { ...admitted, timestampMs, ...(sponsored === null ? {} : { sealed: sponsored.sealed }) };
    // A provider that refuses the operator's key may quote it. The caller hears none of its words: such a source counts as one that fails.
    const refuse = sponsored === null ? policy.refuseForSource : undefined;
    const refuseForSource = refuse && ((refusal: SourceRefusal) => refuse(refusal, admitted));
    const signing = { round, admitted, eligible, signal: ends.signal, refuseForSource, isSponsored: sponsored !== null };
    const record = (write: () => Promise<void>): Promise<void> => writeRecord(write, ends, ports.clock);
    const outcome = await inSpan('observe and sign', () => runOrBeginAnew(signing, ports));
    const answer = await inSpan('conclude', () => conclude({ ...outcome, token: reservation.token, signal: ends.signal, record }));
    return { answer, signed: outcome.signed };
  } finally {
    ends.dispose();
  }
}

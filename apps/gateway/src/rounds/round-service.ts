import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import type { Outbox, SettlementQueue } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { AdmittedRound } from '../admission/admitted-round.js';
import { type ErrorCode, GatewayError } from '../errors.js';
import type { Events } from '../events.js';
import type { NodeDirectory } from '../nodes/node-directory.js';
import type { NodeHealth } from '../nodes/node-health.js';
import type { Capacity } from './capacity.js';
import { commitRound } from './commit-round.js';
import { chooseEligible, type RandomBytes } from './eligible-set.js';
import { flatResult } from './flat-result.js';
import { releaseReservation, type ReservationDeps, reserveRound } from './reservation.js';
import { openSession, type RoundSession } from './round-session.js';
import { roundEvidence } from './round-evidence.js';
import { createRoundSignal } from './round-signal.js';
import { runRound, type RunRoundDeps, type RunRoundResult } from './run-round.js';
import { settlementPayload } from './settlement-payload.js';
import { writeStoredAnswer } from './stored-answer.js';

export interface RoundServiceDeps extends RunRoundDeps, ReservationDeps {
  readonly outbox: Pick<Outbox, 'reserve' | 'commit' | 'fail'>;
  /** `null` when settlement is switched off: rounds then stay pending. */
  readonly queue: Pick<SettlementQueue, 'wake'> | null;
  readonly directory: NodeDirectory;
  readonly health: Pick<NodeHealth, 'isFailing'>;
  readonly capacity: Capacity;
  readonly events: Pick<Events, 'nodeFault' | 'roundCompleted' | 'roundFailed' | 'outboxTrouble'>;
  readonly randomBytes: RandomBytes;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly monotonicMs: () => number;
  /** Aborted when rounds under way must end: the process stops. */
  readonly shutdown: AbortSignal;
}

/** Failures after which the reservation is over already, or whose commit may still arrive. */
const RESERVATION_IS_LEFT: ReadonlySet<ErrorCode> = new Set(['reservation_ended', 'outbox_unavailable']);

/** Serves one admitted round: reserve, run, commit, wake (interface §3). The same for every path. */
export type RoundService = (round: AdmittedRound, clientGone: AbortSignal) => Promise<FlatRoundResult>;

export function createRoundService(deps: RoundServiceDeps): RoundService {
  return (round, clientGone) =>
    deps.capacity.run(async () => {
      if (clientGone.aborted) throw new GatewayError('client_gone');
      const session = await chooseNodes(round, deps);
      const token = await reserveRound(round, deps);
      const startedAtMs = deps.monotonicMs();
      const elapsedSeconds = (): number => (deps.monotonicMs() - startedAtMs) / 1000;
      try {
        const { result, signed } = await runReserved(round, session, token, clientGone, deps);
        deps.events.roundCompleted({
          path: round.path,
          roundId: round.roundId,
          signers: signed.signers,
          attempt: signed.attempt,
          seconds: elapsedSeconds(),
        });
        return result;
      } catch (error) {
        const failure = error instanceof GatewayError ? error : new GatewayError('internal', { cause: error });
        deps.events.roundFailed({
          path: round.path,
          roundId: round.roundId,
          code: failure.code,
          seconds: elapsedSeconds(),
          detail: failure.message,
        });
        if (!RESERVATION_IS_LEFT.has(failure.code)) await releaseReservation(round, token, failure, deps);
        throw failure.about(round.roundId);
      }
    });
}

/** Before the reservation, so that a registry without usable endpoints does not use up the caller's identity. */
async function chooseNodes(round: AdmittedRound, deps: RoundServiceDeps): Promise<RoundSession> {
  const nodes = await deps.directory(round.registry);
  if (nodes.length < round.signaturesRequired) throw new GatewayError('too_few_nodes');
  const size = round.signaturesRequired + round.registry.redundancyBuffer;
  return openSession(round, chooseEligible(nodes, size, deps), deps);
}

/** The record is durable before the caller gets an answer; a caller who has left by then is not charged (protocol §9). */
async function runReserved(
  round: AdmittedRound,
  session: RoundSession,
  token: string,
  clientGone: AbortSignal,
  deps: RoundServiceDeps,
): Promise<{ readonly result: FlatRoundResult; readonly signed: RunRoundResult }> {
  const ends = createRoundSignal({ deadlineMs: deps.roundDeadlineMs, clientGone, shutdown: deps.shutdown });
  try {
    const signed = await runRound(round, session, ends.signal, deps);
    const result = flatResult(round, signed);
    const stored = writeStoredAnswer({ result, evidence: roundEvidence(session, signed, deps) });
    ends.signal.throwIfAborted();
    const record = { roundId: round.roundId, token, settlement: settlementPayload(round, signed), result: stored };
    await commitRound(record, ends, deps);
    // Not awaited: a wake-up that is lost is found by the worker's sweep.
    void deps.queue?.wake(round.roundId);
    return { result, signed };
  } finally {
    ends.dispose();
  }
}

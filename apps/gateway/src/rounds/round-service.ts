import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import type { Outbox, SettlementQueue } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { AdmittedRound } from '../admission/admitted-round.js';
import { GatewayError } from '../errors.js';
import type { Events } from '../events.js';
import type { NodeDirectory } from '../nodes/node-directory.js';
import type { NodeHealth } from '../nodes/node-health.js';
import type { Capacity } from './capacity.js';
import { chooseEligible, type RandomBytes } from './eligible-set.js';
import { flatResult } from './flat-result.js';
import { openSession, type RoundSession } from './round-session.js';
import { createRoundSignal } from './round-signal.js';
import { runRound, type RunRoundDeps, type RunRoundResult } from './run-round.js';
import { settlementPayload } from './settlement-payload.js';

export interface RoundServiceDeps extends RunRoundDeps {
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
  readonly nowMs: () => number;
  readonly roundDeadlineMs: number;
  readonly maxInFlight: number;
  /** Names this process in round records. */
  readonly processName: string;
  /** Aborted when rounds under way must end: the process stops. */
  readonly shutdown: AbortSignal;
}

/** Serves one admitted round: reserve, run, commit, wake (interface §3). The same for every path. */
export type RoundService = (round: AdmittedRound, clientGone: AbortSignal) => Promise<FlatRoundResult>;

export function createRoundService(deps: RoundServiceDeps): RoundService {
  return (round, clientGone) =>
    deps.capacity.run(async () => {
      const session = await chooseNodes(round, deps);
      const token = await reserve(round, deps);
      const startedAtMs = deps.nowMs();
      const elapsedSeconds = (): number => (deps.nowMs() - startedAtMs) / 1000;
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
        await releaseReservation(round, token, failure, deps);
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

async function reserve(round: AdmittedRound, deps: RoundServiceDeps): Promise<string> {
  const input = {
    path: round.path,
    roundId: round.roundId,
    deadlineMs: deps.roundDeadlineMs,
    maxInFlight: deps.maxInFlight,
    holds: round.holds,
    createdBy: deps.processName,
  };
  const reservation = await deps.outbox.reserve(input).catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause }).about(round.roundId);
  });
  switch (reservation.outcome) {
    case 'reserved':
      return reservation.token;
    case 'duplicate':
      throw new GatewayError('duplicate_round').about(round.roundId);
    case 'held':
      throw new GatewayError(round.holds.find(({ account }) => account === reservation.account)?.refusal ?? 'internal');
    case 'at_capacity':
      throw new GatewayError('at_capacity');
  }
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
    const result = flatResult(round, signed, deps.rule.format(signed.attestation.value));
    ends.signal.throwIfAborted();
    await commit(round, token, signed, result, deps);
    return { result, signed };
  } finally {
    ends.dispose();
  }
}

async function commit(
  round: AdmittedRound,
  token: string,
  signed: RunRoundResult,
  result: FlatRoundResult,
  deps: RoundServiceDeps,
): Promise<void> {
  try {
    await deps.outbox.commit({
      roundId: round.roundId,
      token,
      settlement: settlementPayload(round, signed),
      result: JSON.stringify(result),
    });
  } catch (cause) {
    throw new GatewayError('outbox_unavailable', { cause });
  }
  // Not awaited: a wake-up that is lost is found by the worker's sweep.
  void deps.queue?.wake(round.roundId);
}

/**
 * The token fences this: a commit whose answer was lost, and which did happen, wins, and the refusal is only reported. What cannot be
 * written now ends by itself with the reservation's deadline.
 */
async function releaseReservation(round: AdmittedRound, token: string, failure: GatewayError, deps: RoundServiceDeps): Promise<void> {
  try {
    await deps.outbox.fail({ roundId: round.roundId, token, reason: failure.code });
  } catch (cause) {
    deps.events.outboxTrouble({ roundId: round.roundId, action: 'fail', cause });
  }
}

import { withDeadline } from '@oracle-gateway/process';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { SignedRound } from './aggregate-signature.js';
import type { Decision } from '../observing/observation.js';
import { observeFailure, signFailure } from '../model/round-failure.js';
import type { RoundPorts } from '../model/round-ports.js';
import type { RoundRun } from '../observing/round-run.js';
import { type AttemptUnderWay, type SigningAttempt, startSigning } from './signing-attempt.js';

/** Milliseconds that a round waits for healthy signers once it could be signed with one that failed lately. */
const HEALTHY_WITHIN_MS = 100;

export interface SignedWithSpares extends SignedRound {
  readonly attempt: 0 | 1;
  /** Decision that was signed. */
  readonly decision: Decision;
}

type Attempt = AttemptUnderWay & SigningAttempt;

/**
 * Two attempts (docs/protocol.md#two-attempts): a node that fails the first is replaced by one with a fitting observation, and all go on to their
 * second pair. When signers are late and spares are there, the second attempt does not wait for the end of the first: whichever is
 * complete first counts. Throws a 503 GatewayError that names the failed step.
 */
export async function signWithSpares(run: RoundRun, excluded: ReadonlySet<number>, ports: RoundPorts): Promise<SignedWithSpares> {
  const { board, round, session, rule, signal } = run;
  const decision = await decideWithHealthy(run, excluded, ports);
  signal.throwIfAborted();
  if (decision === null) {
    throw observeFailure({
      subject: round.subject,
      isSponsored: run.isSponsored,
      quorum: round.signaturesRequired,
      asked: session.eligible.length,
      arrived: board.arrived.length,
      unfit: board.arrived.filter(({ node }) => excluded.has(node.index)).length,
      outstanding: board.outstanding(),
      failures: board.failures,
      kind: rule.kind,
      lacking: rule.lacking({ arrived: board.arrived, outstanding: 0, excluded, quorum: round.signaturesRequired }),
      refuseForSource: run.refuseForSource,
    });
  }
  ports.nodes.hedges.earn();
  const first = start(run, { attempt: 0, decision }, ports);
  const second = await overtake(first, { run, excluded }, ports);
  if (second !== null) return raceOf(first, second, run);

  const outcome = await first.outcome;
  signal.throwIfAborted();
  if (outcome.ok) return { ...outcome.signed, attempt: 0, decision };
  outcome.faults.forEach(run.reportFault);
  const failed = new Set([...excluded, ...outcome.faults.map(({ nodeIndex }) => nodeIndex)]);
  const again = await board.decide(failed, decision);
  signal.throwIfAborted();
  if (again === null) throw signFailure('no_spare', outcome.faults);
  const last = await start(run, { attempt: 1, decision: again }, ports).outcome;
  signal.throwIfAborted();
  if (last.ok) return { ...last.signed, attempt: 1, decision: again };
  last.faults.forEach(run.reportFault);
  throw signFailure('attempts_used', last.faults);
}

/** Nodes that failed lately sign only when no other node can, or none soon. */
async function decideWithHealthy(
  { board, session }: RoundRun,
  excluded: ReadonlySet<number>,
  { nodes }: RoundPorts,
): Promise<Decision | null> {
  const failing = session.eligible.map(({ index }) => index).filter((index) => nodes.health.isFailing(index));
  const decision = await board.decide(excluded, null);
  if (decision === null || !decision.signers.some(({ node }) => failing.includes(node.index))) return decision;
  const healthy = board.decide(new Set([...excluded, ...failing]), null);
  if (!(await withDeadline(healthy, HEALTHY_WITHIN_MS))) return decision;
  return (await healthy) ?? decision;
}

function start(run: RoundRun, input: SigningAttempt, ports: RoundPorts): Attempt {
  return { ...input, ...startSigning(run, input, ports) };
}

/**
 * The second attempt, when signers of the first are later than their peers usually are, and spares take all their places; `null` when the
 * first is over before that. It is the last one, so a node with a bad first signature takes no part. Each signer is late by its own measure:
 * one that is always slow is no measure for the others.
 */
async function overtake(
  first: Attempt,
  { run, excluded }: { readonly run: RoundRun; readonly excluded: ReadonlySet<number> },
  ports: RoundPorts,
): Promise<Attempt | null> {
  const { pace, hedges } = ports.nodes;
  const isOver = first.outcome.then(() => 'over' as const);
  const lateness = createLateness(first.decision.signers, (index) => pace.lateAfterMs(index, 'sign'));
  try {
    for (;;) {
      const next = Promise.race([isOver, first.arrival(), lateness.next()]);
      const unanswered = first.unanswered();
      const isOneLate = [...unanswered].some(lateness.has);
      // A signer that is not late yet may still sign in time; it signs the second attempt too.
      const replaced = isOneLate ? [...first.unfit()].filter((index) => !unanswered.has(index) || lateness.has(index)) : [];
      const spares = isOneLate ? run.board.decide(new Set([...excluded, ...replaced]), first.decision) : next.then(() => null);
      const found = (await Promise.race([next, spares])) ?? (await next);
      if (found === 'arrival' || found === 'late') continue;
      // A node that signed one value for a feed and a time signs no other.
      if (found === 'over' || found.value !== first.decision.value) return null;
      if (run.signal.aborted || !hedges.take()) return null;
      return start(run, { attempt: 1, decision: found }, ports);
    }
  } finally {
    lateness.stop();
  }
}

interface Lateness {
  /** Whether the time of this signer has passed. */
  readonly has: (nodeIndex: number) => boolean;
  /** Resolves when the time of a further signer has. */
  next(): Promise<'late'>;
  stop(): void;
}

function createLateness(signers: Decision['signers'], lateAfterMs: (nodeIndex: number) => number): Lateness {
  const late = new Set<number>();
  const waiting: (() => void)[] = [];
  const byTime = new Map<number, number[]>();
  for (const { node } of signers) {
    const ms = lateAfterMs(node.index);
    byTime.set(ms, [...(byTime.get(ms) ?? []), node.index]);
  }
  const timers = [...byTime].map(([ms, indices]) =>
    setTimeout(() => {
      for (const index of indices) late.add(index);
      for (const tell of waiting.splice(0)) tell();
    }, ms),
  );
  return {
    has: (nodeIndex) => late.has(nodeIndex),
    next: () =>
      new Promise((resolve) => {
        waiting.push(() => {
          resolve('late');
        });
      }),
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** The result of whichever is complete first. */
async function raceOf(first: Attempt, second: Attempt, run: RoundRun): Promise<SignedWithSpares> {
  const over = async (attempt: Attempt) => ({ attempt, outcome: await attempt.outcome });
  let { attempt, outcome } = await Promise.race([over(first), over(second)]);
  const faults: NodeCallContext[] = [];
  if (!outcome.ok) {
    faults.push(...outcome.faults);
    ({ attempt, outcome } = await over(attempt === first ? second : first));
    if (!outcome.ok) faults.push(...outcome.faults);
  }
  run.signal.throwIfAborted();
  faults.forEach(run.reportFault);
  if (!outcome.ok) throw signFailure('attempts_used', faults);
  if (attempt === second && faults.length === 0) nameOvertaken(first, second, run);
  return { ...outcome.signed, attempt: attempt.attempt, decision: attempt.decision };
}

/** Reports the overtaken nodes at once, so that the next round does not ask them first, and again when their outcome is known. */
function nameOvertaken(first: Attempt, second: Attempt, { reportFault }: RoundRun): void {
  const replaced = [...first.unfit()].filter((index) => !second.decision.signers.some(({ node }) => node.index === index));
  for (const nodeIndex of replaced) reportFault({ nodeIndex, step: 'sign', fault: 'overtaken' });
  void first.outcome.then(
    (outcome) => {
      // A signature that arrives after the session was released is refused for that alone.
      if (!outcome.ok) outcome.faults.filter(({ code }) => code !== 'session_unknown').forEach(reportFault);
    },
    // No caller waits for it, so a failed signature is no worse than a late one.
    () => undefined,
  );
}

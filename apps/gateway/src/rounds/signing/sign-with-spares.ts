import { withDeadline } from '@oracle-gateway/process';
import type { DatedRound } from '../model/admitted-round.js';
import type { CallPace } from '../../nodes/call-pace.js';
import type { HedgeBudget } from '../../nodes/hedge-budget.js';
import type { NodeCallContext } from '../../errors/node-call-error.js';
import type { NodeFailures } from '../../nodes/node-health.js';
import type { SignedRound } from './aggregate-signature.js';
import type { Decision } from '../observing/observation.js';
import type { ObservationBoard } from '../observing/observation-board.js';
import { observeFailure, type RefuseForSource, signFailure } from '../model/round-failure.js';
import type { RoundSession } from '../model/round-session.js';
import { type AttemptUnderWay, type SigningDeps, startSigning } from './signing-attempt.js';
import type { ValueRule } from '../observing/value-rule.js';

/** What a round waits for healthy signers once it could be signed with one that failed lately. */
const HEALTHY_WITHIN_MS = 100;

export interface SignWithSparesDeps extends SigningDeps {
  readonly health: NodeFailures;
  readonly pace: Pick<CallPace, 'lateAfterMs'>;
  readonly hedgeBudget: HedgeBudget;
  /** The 402 for a source that asks the caller for payment, on a path that can pay a source. */
  readonly refuseForSource?: RefuseForSource | undefined;
}

/** What a round is signed from. */
export interface SigningInput {
  readonly round: DatedRound;
  readonly session: RoundSession;
  readonly board: ObservationBoard;
  readonly rule: ValueRule;
  /** Nodes that cannot sign any more. */
  readonly excluded: ReadonlySet<number>;
  readonly signal: AbortSignal;
}

export interface SignedWithSpares extends SignedRound {
  readonly attempt: 0 | 1;
  /** What was signed, and from what. */
  readonly decision: Decision;
}

type Deps = SignWithSparesDeps & { readonly reportFault: (fault: NodeCallContext) => void };

interface Attempt extends AttemptUnderWay {
  readonly attempt: 0 | 1;
  readonly decision: Decision;
}

/**
 * Two attempts (protocol §4, step 4): a node that fails the first is replaced by one with a fitting observation, and all go on to their
 * second pair. When signers are late and spares are there, the second attempt does not wait for the end of the first: whichever is
 * complete first counts. Throws a 503 GatewayError that names the failed step.
 */
export async function signWithSpares(input: SigningInput, deps: Deps): Promise<SignedWithSpares> {
  const { board, round, session, rule, signal } = input;
  const decision = await decideWithHealthy(input, deps);
  signal.throwIfAborted();
  if (decision === null) {
    throw observeFailure({
      quorum: round.signaturesRequired,
      asked: session.eligible.length,
      arrived: board.arrived.length,
      unfit: board.arrived.filter(({ node }) => input.excluded.has(node.index)).length,
      outstanding: board.outstanding(),
      failures: board.failures,
      kind: rule.kind,
      refuseForSource: deps.refuseForSource,
    });
  }
  deps.hedgeBudget.earn();
  const first = start(0, decision, input, deps);
  const second = await overtake(first, input, deps);
  if (second !== null) return raceOf(first, second, input, deps);

  const outcome = await first.outcome;
  signal.throwIfAborted();
  if (outcome.ok) return { ...outcome.signed, attempt: 0, decision };
  outcome.faults.forEach(deps.reportFault);
  const failed = new Set([...input.excluded, ...outcome.faults.map(({ nodeIndex }) => nodeIndex)]);
  const again = await board.decide(failed, decision);
  signal.throwIfAborted();
  if (again === null) throw signFailure('no_spare', outcome.faults);
  const last = await start(1, again, input, deps).outcome;
  signal.throwIfAborted();
  if (last.ok) return { ...last.signed, attempt: 1, decision: again };
  last.faults.forEach(deps.reportFault);
  throw signFailure('attempts_used', last.faults);
}

/** Nodes that failed lately sign only when no other node can, or none soon. */
async function decideWithHealthy({ board, session, excluded }: SigningInput, deps: Deps): Promise<Decision | null> {
  const failing = session.eligible.map(({ index }) => index).filter((index) => deps.health.isFailing(index));
  const decision = await board.decide(excluded, null);
  if (decision === null || !decision.signers.some(({ node }) => failing.includes(node.index))) return decision;
  const healthy = board.decide(new Set([...excluded, ...failing]), null);
  if (!(await withDeadline(healthy, HEALTHY_WITHIN_MS))) return decision;
  return (await healthy) ?? decision;
}

function start(attempt: 0 | 1, decision: Decision, { round, session, signal }: SigningInput, deps: Deps): Attempt {
  return { attempt, decision, ...startSigning({ round, session, decision, attempt, signal }, deps) };
}

/**
 * The second attempt, when signers of the first are later than their peers usually are, and spares take all their places; `null` when the
 * first is over before that. It is the last one, so a node with a bad first signature takes no part. Each signer is late by its own measure:
 * one that is always slow is no measure for the others.
 */
async function overtake(first: Attempt, input: SigningInput, deps: Deps): Promise<Attempt | null> {
  const isOver = first.outcome.then(() => 'over' as const);
  const lateness = createLateness(first.decision.signers, (index) => deps.pace.lateAfterMs(index, 'sign'));
  try {
    for (;;) {
      const next = Promise.race([isOver, first.arrival(), lateness.next()]);
      const unanswered = first.unanswered();
      const isOneLate = [...unanswered].some(lateness.has);
      // A signer that is not late yet may still sign in time; it signs the second attempt too.
      const replaced = isOneLate ? [...first.unfit()].filter((index) => !unanswered.has(index) || lateness.has(index)) : [];
      const spares = isOneLate ? input.board.decide(new Set([...input.excluded, ...replaced]), first.decision) : next.then(() => null);
      const found = (await Promise.race([next, spares])) ?? (await next);
      if (found === 'arrival' || found === 'late') continue;
      // A node that signed one value for a feed and a time signs no other.
      if (found === 'over' || found.value !== first.decision.value) return null;
      if (input.signal.aborted || !deps.hedgeBudget.take()) return null;
      return start(1, found, input, deps);
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
async function raceOf(first: Attempt, second: Attempt, input: SigningInput, deps: Deps): Promise<SignedWithSpares> {
  const over = async (attempt: Attempt) => ({ attempt, outcome: await attempt.outcome });
  let { attempt, outcome } = await Promise.race([over(first), over(second)]);
  const faults: NodeCallContext[] = [];
  if (!outcome.ok) {
    faults.push(...outcome.faults);
    ({ attempt, outcome } = await over(attempt === first ? second : first));
    if (!outcome.ok) faults.push(...outcome.faults);
  }
  input.signal.throwIfAborted();
  faults.forEach(deps.reportFault);
  if (!outcome.ok) throw signFailure('attempts_used', faults);
  if (attempt === second && faults.length === 0) nameOvertaken(first, second, deps);
  return { ...outcome.signed, attempt: attempt.attempt, decision: attempt.decision };
}

/** At once, so that the next round does not ask them first, and again when it is known what became of them. */
function nameOvertaken(first: Attempt, second: Attempt, deps: Deps): void {
  const replaced = [...first.unfit()].filter((index) => !second.decision.signers.some(({ node }) => node.index === index));
  for (const nodeIndex of replaced) deps.reportFault({ nodeIndex, step: 'sign', fault: 'overtaken' });
  void first.outcome.then(
    (outcome) => {
      // What arrives after the session was released is refused for that alone.
      if (!outcome.ok) outcome.faults.filter(({ code }) => code !== 'session_unknown').forEach(deps.reportFault);
    },
    // No caller waits for it, so a failed signature is no worse than a late one.
    () => undefined,
  );
}

import { toHex } from '@oracle-gateway/protocol';
import { agreeingOfFailed, type FailedDraw, failedDraw, type FaultyRun, outcomesOf } from './node-outcomes.js';
import type { AdmittedRound, DatedRound } from '../model/admitted-round.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { NodeCallContext, NodeFault } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { ReleaseHaste } from '../nodes/session-releases.js';
import { type Decision, valueAt } from '../observing/observation.js';
import { createObservationBoard, areAllRefusedBeforeFetch } from '../observing/observation-board.js';
import { signInOneExchange, askedFirst, designateSigners } from '../signing/one-exchange.js';
import { createObservers } from '../observing/observers.js';
import type { RoundSession } from '../model/round-session.js';
import { ruleOfSubject } from '../observing/value-rule.js';
import { vantageOf } from '../nodes/peer-record.js';
import { type SignedWithSpares, signWithSpares } from '../signing/sign-with-spares.js';
import type { RefuseForSource } from '../model/round-failure.js';
import type { RoundPorts } from '../model/round-ports.js';
import type { RoundRun } from '../observing/round-run.js';

/** A round with its session. */
export interface RoundToRun {
  readonly round: DatedRound;
  readonly session: RoundSession;
  readonly signal: AbortSignal;
  readonly refuseForSource: RefuseForSource | undefined;
  /** The gateway brought a credential of its own. */
  readonly isSponsored: boolean;
}

/** Hears why a round fails. */
export interface FailureHearing {
  /** A node has refused the round's registry version. */
  readonly heardStale: () => void;
  /** The round fails, and might be served by other nodes. */
  readonly drawFailed: (draw: FailedDraw) => void;
}

export interface RunRoundResult extends SignedWithSpares {
  /** Exchanges with the nodes; one when the designated signers answered with value and signature at once. */
  readonly exchanges: 1 | 2;
}

/** An observe call with one of these faults has left no session open at the node. */
const NO_SESSION_FAULTS: ReadonlySet<NodeFault> = new Set([
  'unreachable',
  'overloaded',
  'refused',
  'declined',
  'excused',
  'upstream',
  'sealed',
  'unsigned',
]);

/** Runs one signing session with the nodes (docs/protocol.md#signing-session). Throws a 503 GatewayError that names the failed step. */
export async function runRound(input: RoundToRun, hearing: FailureHearing, ports: RoundPorts): Promise<RunRoundResult> {
  const { round, session, signal, refuseForSource, isSponsored } = input;
  const { eligible } = session;
  const { nodes } = ports;
  const faults: NodeCallContext[] = [];
  const reportFault = (fault: NodeCallContext): void => {
    faults.push(fault);
    if (fault.isProven === true) nodes.health.recordFailure(fault.nodeIndex);
    if (fault.code === 'stale_registry') hearing.heardStale();
    tellFault(fault, round, ports);
  };
  const designated = designateSigners({ round, eligible, reportFault }, ports);
  const rule = ruleOfSubject(round.subject, ports.clock);
  const board = createObservationBoard(rule, round.signaturesRequired);
  const run: FaultyRun = { round, session, designated, board, rule, signal, reportFault, refuseForSource, isSponsored, faults };
  const observers = createObservers(run, ports);
  observers.ask(askedFirst({ round, eligible, designated }, ports));
  try {
    const signed = await sign(run, () => observers.ask(eligible), ports);
    for (const index of signed.signers) nodes.health.recordSuccess(index);
    void observers.settled().then(() => {
      noteDifferences(run, ports);
      reportDissenters(signed.decision, run);
      nodes.peers.note(round.tenant.name, outcomesOf(signed.decision, run));
      blameUnreachable(faults, ports);
      return releaseSession(run, { asked: observers.asked, haste: 'later' }, ports);
    });
    return signed;
  } catch (thrown) {
    const mayBeServed = thrown instanceof GatewayError && (await mayBeServedByOthers(run));
    const error: unknown = thrown instanceof GatewayError && signal.aborted ? signal.reason : thrown;
    const isUntouched = error === thrown && !signal.aborted && (await areAllRefusedBeforeFetch(observers.asked, board));
    // Open observations are no longer needed: a node stops fetching when its call ends.
    observers.end();
    await observers.settled();
    noteDifferences(run, ports);
    blameUnreachable(faults, ports);
    if (mayBeServed) hearing.drawFailed(failedDraw(run));
    const released = releaseSession(run, { asked: observers.asked, haste: 'soon' }, ports);
    // A round that is abandoned is over, and its place free again, when the nodes have let go of it too.
    if (error instanceof GatewayError && error.code === 'client_gone') await released;
    throw error instanceof GatewayError ? error.givenBack(isUntouched) : error;
  }
}

/**
 * Whether enough nodes agree that fewer than a quorum keep the round from being served, where other nodes are left. It waits for nodes that
 * have not answered: a node that fails the round may be faster.
 */
async function mayBeServedByOthers({ round, session, board, signal }: RoundRun): Promise<boolean> {
  const { eligible, sourcePayments } = session;
  if (signal.aborted || round.sourcePayments !== undefined || sourcePayments.size > 0 || round.registry.active <= eligible.length)
    return false;
  const agreed = await board.agreementOf(agreeingOfFailed(eligible.length, round.signaturesRequired));
  return agreed !== null && !signal.aborted;
}

/**
 * Counts a call against a node for every host and caller, beside proven faults, where it alone of the round could not be reached. A
 * caller's source can bring nodes down, and a network cuts off several. An outcome that several nodes share is judged beside the peers,
 * whatever it is.
 */
function blameUnreachable(faults: readonly NodeCallContext[], { nodes }: RoundPorts): void {
  const [index, ...others] = new Set(faults.filter(({ fault }) => fault === 'unreachable').map(({ nodeIndex }) => nodeIndex));
  if (index !== undefined && others.length === 0) nodes.health.recordFailure(index);
}

/** Whatever a node still holds of this session (the second pair, or all of it at a spare) is of no use any more. */
async function releaseSession(
  { session, board }: RoundRun,
  { asked, haste }: { readonly asked: readonly RoundNode[]; readonly haste: ReleaseHaste },
  { nodes }: RoundPorts,
): Promise<void> {
  const holdsNothing = new Set(board.failures.filter(({ fault }) => NO_SESSION_FAULTS.has(fault)).map(({ nodeIndex }) => nodeIndex));
  const id = toHex(session.sessionId);
  const told: Promise<void>[] = [];
  for (const node of asked) if (!holdsNothing.has(node.index)) told.push(nodes.releases.add(node, id, haste));
  await Promise.all(told);
}

/** Signs in one exchange, or where that fails in two, over the observations in hand. */
async function sign(run: RoundRun, askSpares: () => void, ports: RoundPorts): Promise<RunRoundResult> {
  const { round, designated, signal, reportFault } = run;
  const { peers } = ports.nodes;
  const excluded = new Set<number>();
  if (designated === null) return { ...(await signWithSpares(run, excluded, ports)), exchanges: 2 };
  const outcome = await signInOneExchange({ ...run, designated }, askSpares, ports);
  signal.throwIfAborted();
  if (outcome.ok) {
    const onTime = designated.map(({ node }) => [node.index, false] as const);
    peers.notePunctuality(vantageOf(round), new Map(onTime));
    return { ...outcome.signed, exchanges: 1, attempt: 0, decision: outcome.decision };
  }
  for (const fault of outcome.faults) {
    excluded.add(fault.nodeIndex);
    reportFault(fault);
  }
  askSpares();
  const signed = await signWithSpares(run, excluded, ports);
  // A round that is not served says nothing of late nodes: its caller may have left for the purpose.
  peers.notePunctuality(vantageOf(round), new Map(outcome.late.map((index) => [index, true])));
  return { ...signed, exchanges: 2 };
}

/** The next rounds on a source that gave nodes different values ask the spares at once: later they would see yet another. */
function noteDifferences({ round, designated, board }: RoundRun, { nodes }: RoundPorts): void {
  const [value, ...others] = board.arrived.map((observation) => valueAt(observation, 0));
  if (designated !== null && others.some((other) => other !== value)) nodes.unstable.record(round.subject.sourceId);
}

function reportDissenters(decision: Decision, { board, rule, reportFault }: RoundRun): void {
  for (const observation of board.arrived) {
    if (decision.values.some((_, place) => rule.dissents(observation, decision, place)))
      reportFault({ nodeIndex: observation.node.index, step: 'observe', fault: 'dissent' });
  }
}

const NOT_MADE: ReadonlySet<NodeFault> = new Set(['aborted', 'no_commitment', 'unsigned']);

/** A call that ended because the round did, or was never made, says nothing about the node. */
function tellFault(context: NodeCallContext, { roundId, requestId }: AdmittedRound, { events }: RoundPorts): void {
  if (!NOT_MADE.has(context.fault)) events.nodeFault({ ...context, roundId, requestId });
}

import { toHex } from '@oracle-gateway/protocol';
import { agreeingOfFailed, type Draw, type FailedDraw, failedDraw, outcomesOf } from './node-outcomes.js';
import type { AdmittedRound, DatedRound } from './model/admitted-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { NodeFaultEvents } from '../telemetry/events.js';
import type { NodeCallContext, NodeFault } from '../errors/node-call-error.js';
import type { NodeClient } from '../nodes/node-client.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { NodeHealth } from '../nodes/node-health.js';
import type { PeerRecord } from '../nodes/peer-record.js';
import type { ReleaseHaste, SessionReleases } from '../nodes/session-releases.js';
import type { Decision } from './observing/observation.js';
import { createObservationBoard, type ObservationBoard } from './observing/observation-board.js';
import { askedFirst, designateSigners, type DesignatedSignersDeps } from './signing/designated-signers.js';
import { type OneExchangeDeps, signInOneExchange } from './signing/one-exchange.js';
import { createObservers, type Observing, type ObserversDeps } from './observing/observers.js';
import type { RoundSession } from './model/round-session.js';
import { areAllRefusedBeforeFetch } from './observing/refused-before-fetch.js';
import { ruleOfSource } from './observing/rule-of-source.js';
import { vantageOf } from './observing/source-host.js';
import { type SignedWithSpares, signWithSpares, type SignWithSparesDeps } from './signing/sign-with-spares.js';
import type { ValueRule } from './observing/value-rule.js';

export interface RunRoundDeps
  extends SignWithSparesDeps, Omit<OneExchangeDeps, 'reportFault'>, DesignatedSignersDeps, Omit<ObserversDeps, 'reportFault'> {
  readonly client: Pick<NodeClient, 'observe' | 'sign'>;
  readonly releases: Pick<SessionReleases, 'add'>;
  readonly peers: PeerRecord;
  readonly health: NodeHealth;
  readonly events: NodeFaultEvents;
  readonly nowMs: () => number;
  /** A node has refused the round's registry version. */
  readonly heardStale: () => void;
  /** The round fails, and might be served by other nodes. */
  readonly drawFailed: (draw: FailedDraw) => void;
}

export interface RunRoundResult extends SignedWithSpares {
  /** With the nodes; one when the designated signers answered with value and signature at once. */
  readonly exchanges: 1 | 2;
}

/** What is signed, and from what. */
interface Signing extends Observing {
  readonly board: ObservationBoard;
  readonly rule: ValueRule;
  readonly askSpares: () => void;
  /** What nodes did wrong, at whichever step. */
  readonly faults: readonly NodeCallContext[];
}

/** After these an observe call has left no session open at the node. */
const NO_SESSION_FAULTS: ReadonlySet<NodeFault> = new Set([
  'unreachable',
  'overloaded',
  'refused',
  'declined',
  'excused',
  'upstream',
  'sealed',
]);

/** Runs one signing session with the nodes (protocol §4, steps 1 to 4). Throws a 503 GatewayError that names the failed step. */
export async function runRound(round: DatedRound, session: RoundSession, signal: AbortSignal, deps: RunRoundDeps): Promise<RunRoundResult> {
  const { eligible } = session;
  const faults: NodeCallContext[] = [];
  const reporting = {
    ...deps,
    reportFault: (fault: NodeCallContext) => {
      faults.push(fault);
      if (fault.isProven === true) deps.health.recordFailure(fault.nodeIndex);
      reportFault(fault, round, deps);
    },
  };
  const designated = designateSigners(round, eligible, reporting);
  const rule = ruleOfSource(round.apiConfig, deps);
  const board = createObservationBoard(rule, round.signaturesRequired);
  const observers = createObservers({ round, session, designated, board, signal }, reporting);
  const signing = { round, session, designated, board, rule, askSpares: () => observers.ask(eligible), faults };
  observers.ask(askedFirst(round, eligible, designated, deps));
  try {
    const signed = await sign(signing, signal, reporting);
    for (const index of signed.signers) deps.health.recordSuccess(index);
    void observers.settled().then(() => {
      noteDifferences(signing, deps);
      reportDissenters(signed.decision, signing, reporting);
      deps.peers.note(vantageOf(round), outcomesOf(signed.decision, drawOf(signing)));
      blameUnreachable(faults, deps);
      return releaseSession(session, observers.asked, board, 'later', deps);
    });
    return signed;
  } catch (thrown) {
    const mayBeServed = thrown instanceof GatewayError && (await mayBeServedByOthers(signing, signal));
    const error: unknown = thrown instanceof GatewayError && signal.aborted ? signal.reason : thrown;
    const isUntouched = error === thrown && !signal.aborted && (await areAllRefusedBeforeFetch(observers.asked, board));
    // Open observations are no longer needed: a node stops fetching when its call ends.
    observers.end();
    await observers.settled();
    noteDifferences(signing, deps);
    blameUnreachable(faults, deps);
    if (mayBeServed) deps.drawFailed(failedDraw(drawOf(signing)));
    const released = releaseSession(session, observers.asked, board, 'soon', deps);
    // A round that is abandoned is over, and its place free again, when the nodes have let go of it too.
    if (error instanceof GatewayError && error.code === 'client_gone') await released;
    throw error instanceof GatewayError ? error.givenBack(isUntouched) : error;
  }
}

/**
 * Whether enough nodes agree that fewer than a quorum keep the round from being served, where other nodes are left. It waits for nodes that
 * have not answered: a node that fails the round may be faster.
 */
async function mayBeServedByOthers({ round, session, board }: Signing, signal: AbortSignal): Promise<boolean> {
  const { eligible, sourcePayments } = session;
  if (signal.aborted || round.sourcePayments !== undefined || sourcePayments.size > 0 || round.registry.active <= eligible.length)
    return false;
  const agreed = await board.agreementOf(agreeingOfFailed({ eligible: indicesOf(eligible), quorum: round.signaturesRequired }));
  return agreed !== null && !signal.aborted;
}

function drawOf({ round, session, board, rule, faults }: Signing): Draw {
  const { eligible, sourcePayments } = session;
  const isPaid = sourcePayments.size > 0;
  const { registry, signaturesRequired: quorum } = round;
  return { registryVersion: registry.version, eligible: indicesOf(eligible), quorum, board, faults, rule, isPaid };
}

function indicesOf(nodes: readonly RoundNode[]): readonly number[] {
  return nodes.map(({ index }) => index);
}

/**
 * Beside proven faults this alone counts against a node for every host and caller: it alone of the round could not be reached. A caller's
 * source can bring nodes down, and a network cuts off several. What several nodes share is judged beside the peers, whatever it is.
 */
function blameUnreachable(faults: readonly NodeCallContext[], { health }: Pick<RunRoundDeps, 'health'>): void {
  const [index, ...others] = new Set(faults.filter(({ fault }) => fault === 'unreachable').map(({ nodeIndex }) => nodeIndex));
  if (index !== undefined && others.length === 0) health.recordFailure(index);
}

/** Whatever a node still holds of this session (the second pair, or all of it at a spare) is of no use any more. */
async function releaseSession(
  { sessionId }: RoundSession,
  asked: readonly RoundNode[],
  { failures }: ObservationBoard,
  haste: ReleaseHaste,
  deps: RunRoundDeps,
): Promise<void> {
  const holdsNothing = new Set(failures.filter(({ fault }) => NO_SESSION_FAULTS.has(fault)).map(({ nodeIndex }) => nodeIndex));
  const id = toHex(sessionId);
  await Promise.all(asked.filter(({ index }) => !holdsNothing.has(index)).map((node) => deps.releases.add(node, id, haste)));
}

type ReportingDeps = RunRoundDeps & { readonly reportFault: (fault: NodeCallContext) => void };

/** In one exchange, and where that does not come about in two, over the observations in hand. */
async function sign({ designated, askSpares, ...signing }: Signing, signal: AbortSignal, deps: ReportingDeps): Promise<RunRoundResult> {
  const excluded = new Set<number>();
  if (designated !== null && deps.inAdvance !== null) {
    const outcome = await signInOneExchange({ ...signing, designated, askSpares }, deps.inAdvance, deps);
    signal.throwIfAborted();
    if (outcome.ok) {
      const onTime = designated.map(({ node }) => [node.index, false] as const);
      deps.peers.notePunctuality(vantageOf(signing.round), new Map(onTime));
      return { ...outcome.signed, exchanges: 1, attempt: 0, decision: outcome.decision };
    }
    for (const fault of outcome.faults) {
      excluded.add(fault.nodeIndex);
      deps.reportFault(fault);
    }
    askSpares();
    const signed = await signWithSpares({ ...signing, excluded, signal }, deps);
    // A round that is not served says nothing of late nodes: its caller may have left for the purpose.
    deps.peers.notePunctuality(vantageOf(signing.round), new Map(outcome.late.map((index) => [index, true])));
    return { ...signed, exchanges: 2 };
  }
  return { ...(await signWithSpares({ ...signing, excluded, signal }, deps)), exchanges: 2 };
}

/** The next rounds on a source that gave nodes different values ask the spares at once: later they would see yet another. */
function noteDifferences({ round, designated, board }: Signing, { inAdvance }: RunRoundDeps): void {
  const [first] = board.arrived;
  if (designated !== null && board.arrived.some(({ value }) => value !== first?.value)) inAdvance?.unstable.record(round.sourceId);
}

function reportDissenters(decision: Decision, { board, rule }: Signing, deps: ReportingDeps): void {
  for (const observation of board.arrived) {
    if (rule.dissents(observation, decision)) deps.reportFault({ nodeIndex: observation.node.index, step: 'observe', fault: 'dissent' });
  }
}

/** A call that ended because the round did, or was never made, says nothing about the node. */
function reportFault(context: NodeCallContext, round: AdmittedRound, deps: RunRoundDeps): void {
  if (context.code === 'stale_registry') deps.heardStale();
  if (context.fault !== 'aborted' && context.fault !== 'no_commitment')
    deps.events.nodeFault({ ...context, roundId: round.roundId, requestId: round.requestId });
}

import { toHex } from '@oracle-gateway/protocol';
import type { AdmittedRound, DatedRound } from './model/admitted-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { NodeFaultEvents } from '../telemetry/events.js';
import type { NodeCallContext, NodeFault } from '../errors/node-call-error.js';
import type { NodeClient } from '../nodes/node-client.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { PeerOutcome, PeerRecord } from '../nodes/peer-record.js';
import type { ReleaseHaste, SessionReleases } from '../nodes/session-releases.js';
import type { Decision } from './observing/observation.js';
import { createObservationBoard, type ObservationBoard } from './observing/observation-board.js';
import { askedFirst, designateSigners, type DesignatedSignersDeps } from './signing/designated-signers.js';
import { type OneExchangeDeps, signInOneExchange } from './signing/one-exchange.js';
import { createObservers, type Observing, type ObserversDeps } from './observing/observers.js';
import type { RoundSession } from './model/round-session.js';
import { ruleOfSource } from './observing/rule-of-source.js';
import { sourceHost } from './observing/source-host.js';
import { type SignedWithSpares, signWithSpares, type SignWithSparesDeps } from './signing/sign-with-spares.js';
import type { ValueRule } from './observing/value-rule.js';

export interface RunRoundDeps
  extends SignWithSparesDeps, Omit<OneExchangeDeps, 'reportFault'>, DesignatedSignersDeps, Omit<ObserversDeps, 'reportFault'> {
  readonly client: Pick<NodeClient, 'observe' | 'sign'>;
  readonly releases: Pick<SessionReleases, 'add'>;
  readonly peers: PeerRecord;
  readonly events: NodeFaultEvents;
  readonly nowMs: () => number;
  /** A node has refused the round's registry version. */
  readonly heardStale: () => void;
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
  /** Nodes that declined, at whichever step. */
  readonly declined: ReadonlySet<number>;
}

/** After these an observe call has left no session open at the node. */
const NO_SESSION_FAULTS: ReadonlySet<NodeFault> = new Set(['unreachable', 'overloaded', 'refused', 'declined', 'upstream', 'sealed']);

/** Runs one signing session with the nodes (protocol §4, steps 1 to 4). Throws a 503 GatewayError that names the failed step. */
export async function runRound(round: DatedRound, session: RoundSession, signal: AbortSignal, deps: RunRoundDeps): Promise<RunRoundResult> {
  const { eligible } = session;
  const declined = new Set<number>();
  const reporting = {
    ...deps,
    reportFault: (fault: NodeCallContext) => {
      if (fault.fault === 'declined') declined.add(fault.nodeIndex);
      reportFault(fault, round, deps);
    },
  };
  const designated = designateSigners(round, eligible, reporting);
  const rule = ruleOfSource(round.apiConfig, deps);
  const board = createObservationBoard(rule, round.signaturesRequired);
  const observers = createObservers({ round, session, designated, board, signal }, reporting);
  const signing = { round, session, designated, board, rule, askSpares: () => observers.ask(eligible), declined };
  observers.ask(askedFirst(round, eligible, designated, deps));
  try {
    const signed = await sign(signing, signal, reporting);
    void observers.settled().then(() => {
      noteDifferences(signing, deps);
      reportDissenters(signed.decision, signing, reporting);
      deps.peers.note(sourceHost(round.apiConfig), outcomesOf(signed.decision, signing));
      return releaseSession(session, observers.asked, board, 'later', deps);
    });
    return signed;
  } catch (error) {
    // Open observations are no longer needed: a node stops fetching when its call ends.
    observers.end();
    await observers.settled();
    noteDifferences(signing, deps);
    const released = releaseSession(session, observers.asked, board, 'soon', deps);
    // A round that is abandoned is over, and its place free again, when the nodes have let go of it too.
    if (error instanceof GatewayError && error.code === 'client_gone') await released;
    throw error;
  }
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
    if (outcome.ok) return { ...outcome.signed, exchanges: 1, attempt: 0, decision: outcome.decision };
    for (const fault of outcome.faults) {
      excluded.add(fault.nodeIndex);
      deps.reportFault(fault);
    }
    askSpares();
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

/**
 * The outcome of each node beside the signers. A node without an answer has no outcome. Nor has a node whose payment the source refused:
 * each node brings another payment of the caller.
 */
function outcomesOf(decision: Decision, { session, board, rule, declined }: Signing): ReadonlyMap<number, PeerOutcome> {
  const outcomes = new Map<number, PeerOutcome>();
  const isPaid = session.sourcePayments.size > 0;
  for (const { nodeIndex, fault } of board.failures) if (fault === 'upstream' && !isPaid) outcomes.set(nodeIndex, 'lacked');
  for (const observation of board.arrived) outcomes.set(observation.node.index, rule.dissents(observation, decision) ? 'lacked' : 'agreed');
  for (const nodeIndex of declined) outcomes.set(nodeIndex, 'declined');
  return outcomes;
}

/** A call that ended because the round did, or was never made, says nothing about the node. */
function reportFault(context: NodeCallContext, round: AdmittedRound, deps: RunRoundDeps): void {
  if (context.code === 'stale_registry') deps.heardStale();
  if (context.fault !== 'aborted' && context.fault !== 'no_commitment')
    deps.events.nodeFault({ ...context, roundId: round.roundId, requestId: round.requestId });
}

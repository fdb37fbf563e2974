import { setMaxListeners } from 'node:events';
import type { ObserveRequest } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import type { AdmittedRound, DatedRound } from '../admission/admitted-round.js';
import { GatewayError } from '../errors.js';
import type { Events } from '../events.js';
import { type NodeCallContext, NodeCallError, type NodeFault } from '../nodes/node-call-error.js';
import type { NodeClient } from '../nodes/node-client.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { ReleaseHaste, SessionReleases } from '../nodes/session-releases.js';
import type { Fix, Observation } from './observation.js';
import { createObservationBoard, type ObservationBoard } from './observation-board.js';
import { readObserveAnswer } from './observe-answer.js';
import type { Signer } from './aggregate-signature.js';
import { askedFirst, nameSigners, type NamedSignersDeps } from './named-signers.js';
import { type OneExchangeDeps, signInOneExchange } from './one-exchange.js';
import { requestTo, type RoundSession } from './round-session.js';
import { ruleOfSource } from './rule-of-source.js';
import { type SignedWithSpares, signWithSpares, type SignWithSparesDeps } from './sign-with-spares.js';
import type { ValueRule } from './value-rule.js';

export interface RunRoundDeps extends SignWithSparesDeps, OneExchangeDeps, NamedSignersDeps {
  readonly client: Pick<NodeClient, 'observe' | 'sign'>;
  readonly releases: Pick<SessionReleases, 'add'>;
  readonly events: Pick<Events, 'nodeFault'>;
  readonly observeDeadlineMs: number;
  /** Where the source is paid. */
  readonly paidObserveDeadlineMs: number;
  readonly nowMs: () => number;
}

export interface RunRoundResult extends SignedWithSpares {
  /** With the nodes; one when the named signers answered with value and signature at once. */
  readonly exchanges: 1 | 2;
}

interface Deciding {
  readonly board: ObservationBoard;
  readonly rule: ValueRule;
}

interface SigningOf extends Observing, Deciding {
  readonly askSpares: () => void;
}

/** After these an observe call has left no session open at the node. */
const NO_SESSION_FAULTS: ReadonlySet<NodeFault> = new Set(['unreachable', 'overloaded', 'refused', 'upstream', 'sealed']);

/** Runs one signing session with the nodes (protocol §4, steps 1 to 4). Throws a 503 GatewayError that names the failed step. */
export async function runRound(round: DatedRound, session: RoundSession, signal: AbortSignal, deps: RunRoundDeps): Promise<RunRoundResult> {
  const rule = ruleOfSource(round.apiConfig, deps);
  const named = nameSigners(round, session.eligible, deps);
  const observers = createObservers({ round, session, named, signal, rule }, deps);
  const { board } = observers;
  observers.ask(askedFirst(round, session.eligible, named, deps));
  try {
    const signed = await sign({ round, session, named, board, rule, askSpares: () => observers.ask(session.eligible) }, signal, deps);
    void observers.settled().then(() => {
      noteDifferences({ round, named, board }, deps);
      nameDissenters(signed.fix, round, { board, rule }, deps);
      return releaseSession(session, observers, 'later', deps);
    });
    return signed;
  } catch (error) {
    // Nobody needs what is still being observed: a node stops fetching when its call is ended.
    observers.end();
    await observers.settled();
    noteDifferences({ round, named, board }, deps);
    const released = releaseSession(session, observers, 'soon', deps);
    // A round that is abandoned is over, and its place free again, when the nodes have let go of it too.
    if (error instanceof GatewayError && error.code === 'client_gone') await released;
    throw error;
  }
}

interface Observers {
  readonly board: ObservationBoard;
  /** In the order in which they were asked. */
  readonly asked: readonly RoundNode[];
  /** Asks those of the nodes that were not asked yet. */
  ask(nodes: readonly RoundNode[]): void;
  /** Ends the calls that are under way. */
  end(): void;
  /** When no call is under way. */
  settled(): Promise<unknown>;
}

function createObservers(
  { round, session, named, signal, rule }: Observing & { readonly signal: AbortSignal; readonly rule: ValueRule },
  deps: RunRoundDeps,
): Observers {
  const rest = new AbortController();
  const ends = AbortSignal.any([signal, rest.signal]);
  setMaxListeners(0, ends);
  const board = createObservationBoard(rule, round.signaturesRequired);
  const asked: RoundNode[] = [];
  const calls: Promise<Observation>[] = [];
  return {
    board,
    asked,
    ask(nodes) {
      const fresh = nodes.filter((node) => !asked.includes(node));
      const made = fresh.map((node) => observe(node, { round, session, named }, ends, deps));
      asked.push(...fresh);
      calls.push(...made);
      board.add(made);
    },
    end: () => rest.abort(),
    settled: () => Promise.allSettled(calls),
  };
}

/** Whatever a node still holds of this session (the second pair, or all of it at a spare) is of no use any more. */
async function releaseSession(
  { sessionId }: RoundSession,
  { asked, board }: Observers,
  haste: ReleaseHaste,
  deps: RunRoundDeps,
): Promise<void> {
  const holdsNothing = new Set(board.failures.filter(({ fault }) => NO_SESSION_FAULTS.has(fault)).map(({ nodeIndex }) => nodeIndex));
  const id = toHex(sessionId);
  await Promise.all(asked.filter(({ index }) => !holdsNothing.has(index)).map((node) => deps.releases.add(node, id, haste)));
}

interface Observing {
  readonly round: DatedRound;
  readonly session: RoundSession;
  /** Who signs in the exchange that observes; null in two exchanges. */
  readonly named: readonly Signer[] | null;
}

async function observe(
  node: RoundNode,
  { round, session, named }: Observing,
  signal: AbortSignal,
  deps: RunRoundDeps,
): Promise<Observation> {
  try {
    const deadlineMs = session.sourcePayments.size === 0 ? deps.observeDeadlineMs : deps.paidObserveDeadlineMs;
    const request = withSigners(requestTo(node, session), node, named);
    const answer = await deps.client.observe(node, request, { deadlineMs, signal });
    return readObserveAnswer({ answer, node, round, session }, deps);
  } catch (error) {
    if (error instanceof NodeCallError) name(error.context, round, deps);
    throw error;
  }
}

/** A spare is asked for its observation alone. */
function withSigners(request: ObserveRequest, { index }: RoundNode, named: readonly Signer[] | null): ObserveRequest {
  if (named === null || !named.some(({ node }) => node.index === index)) return request;
  return { ...request, signers: named.map(({ node, nonce }) => ({ index: node.index, ...nonce })) };
}

/** In one exchange, and where that does not come about in two, over the observations in hand. */
async function sign(
  { round, session, named, askSpares, ...deciding }: SigningOf,
  signal: AbortSignal,
  deps: RunRoundDeps,
): Promise<RunRoundResult> {
  const excluded = new Set<number>();
  if (named !== null && deps.inAdvance !== null) {
    const outcome = await signInOneExchange({ round, session, named, askSpares, ...deciding }, deps.inAdvance, deps);
    signal.throwIfAborted();
    if (outcome.ok) return { ...outcome.signed, exchanges: 1, attempt: 0, fix: outcome.fix };
    for (const fault of outcome.faults) {
      excluded.add(fault.nodeIndex);
      name(fault, round, deps);
    }
    askSpares();
  }
  const spares = { ...deps, name: (fault: NodeCallContext) => name(fault, round, deps) };
  return { ...(await signWithSpares({ round, session, ...deciding, excluded, signal }, spares)), exchanges: 2 };
}

/** The next rounds on a source that gave nodes different values ask the spares at once: later they would see yet another. */
function noteDifferences({ round, named, board }: Pick<SigningOf, 'round' | 'named' | 'board'>, { inAdvance }: RunRoundDeps): void {
  const [first] = board.arrived;
  if (named !== null && board.arrived.some(({ value }) => value !== first?.value)) inAdvance?.restless.record(round.sourceId);
}

function nameDissenters(fix: Fix, round: AdmittedRound, { board, rule }: Deciding, deps: RunRoundDeps): void {
  for (const observation of board.arrived) {
    if (rule.dissents(observation, fix)) name({ nodeIndex: observation.node.index, step: 'observe', fault: 'dissent' }, round, deps);
  }
}

/** A call that ended because the round did says nothing about the node. */
function name(context: NodeCallContext, round: AdmittedRound, deps: RunRoundDeps): void {
  if (context.fault !== 'aborted') deps.events.nodeFault({ ...context, roundId: round.roundId });
}

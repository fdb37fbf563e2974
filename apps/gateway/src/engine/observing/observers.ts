import { setMaxListeners } from 'node:events';
import { type ObserveResponse, readObservedValues } from '@oracle-gateway/node-api';
import { linkAbort } from '@oracle-gateway/process';
import { NodeCallError } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import { hasValuesOf, type NodeObservation } from './observation.js';
import type { RoundPorts } from '../model/round-ports.js';
import { requestTo, type RoundSession } from '../model/round-session.js';
import type { RoundRun } from './round-run.js';
import { createSpacedStarts } from './spaced-starts.js';
import { fromHex, toHex } from '@oracle-gateway/protocol';
import { isDecidedBySet } from '@oracle-gateway/protocol/internal';
import { type VerifySignature, verifyObservation } from '@oracle-gateway/schnorr';
import type { AdmittedRound } from '../model/admitted-round.js';

/** The nodes that a round has asked for their observation, each once. */
export interface Observers {
  /** Nodes in the order in which they were asked; without those whose turn has not come. */
  readonly asked: readonly RoundNode[];
  /** Asks those of the nodes that were not asked yet, in this order; their answers come to the board. A source may want time between two. */
  ask(nodes: readonly RoundNode[]): void;
  /** Ends the calls that are under way. */
  end(): void;
  /** Resolves when no call is under way. None begins any more. */
  settled(): Promise<unknown>;
}

/** The signal of the run ends all calls, as `end` does. */
export function createObservers(run: RoundRun, ports: RoundPorts): Observers {
  const { session, designated } = run;
  const { observeDeadlineMs, paidObserveDeadlineMs } = ports.settings;
  const signers = designated?.map(({ node, nonce }) => ({ index: node.index, ...nonce }));
  // The one request to all designated signers names them, with their commitments.
  const toSigners = signers === undefined ? session : { ...session, request: { ...session.request, signers } };
  const deadlineMs = session.sourcePayments.size === 0 ? observeDeadlineMs : paidObserveDeadlineMs;
  const ends = linkAbort(run.signal);
  setMaxListeners(0, ends.signal);
  const { spacingMs } = session;
  const terms = { spacingMs, quorum: run.round.signaturesRequired, deadlineMs, signal: ends.signal };
  const starts = spacingMs === 0 ? null : createSpacedStarts(terms, ports.clock);
  const taken = new Set<RoundNode>();
  const asked: RoundNode[] = [];
  const calls: Promise<NodeObservation>[] = [];
  return {
    asked,
    ask(nodes) {
      const made: Promise<NodeObservation>[] = [];
      for (const node of nodes) {
        if (taken.has(node)) continue;
        const turn = starts?.take();
        if (turn === null) break;
        taken.add(node);
        made.push(observe(node, { run, toSigners, deadlineMs, signal: ends.signal, turn, asked }, ports));
      }
      calls.push(...made);
      run.board.add(made);
    },
    end: () => ends.abort(),
    async settled() {
      starts?.end();
      await Promise.allSettled(calls);
      ends.release();
    },
  };
}

interface Observing {
  readonly run: RoundRun;
  /** The session as its designated signers are asked. A spare is asked for its observation alone. */
  readonly toSigners: RoundSession;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Undefined: the call begins at once. */
  readonly turn: Promise<number | null> | undefined;
  /** The node is added as the call begins. */
  readonly asked: RoundNode[];
}

async function observe(
  node: RoundNode,
  { run, toSigners, deadlineMs: mostMs, signal, turn, asked }: Observing,
  { nodes, curve }: RoundPorts,
): Promise<NodeObservation> {
  const { round, session, designated, reportFault } = run;
  try {
    const heldMs = turn === undefined ? 0 : await turn;
    if (heldMs === null) throw new NodeCallError({ nodeIndex: node.index, step: 'observe', fault: 'aborted' });
    asked.push(node);
    const deadlineMs = mostMs - heldMs;
    const isDesignated = designated?.some((signer) => signer.node.index === node.index) === true;
    const request = requestTo(node, isDesignated ? toSigners : session);
    const answer = await nodes.calls.observe(node, request, { deadlineMs, signal, roundId: round.roundId });
    return readObserveAnswer({ answer, node, round, session, isDesignated }, curve);
  } catch (error) {
    if (error instanceof NodeCallError) reportFault(error.context);
    throw error;
  }
}

export interface ObserveAnswer {
  readonly answer: ObserveResponse;
  readonly node: RoundNode;
  readonly round: AdmittedRound;
  readonly session: RoundSession;
  /** Whether it was asked to sign at once. */
  readonly isDesignated: boolean;
}

/**
 * The observation of an answer that is about this node and session. The node must sign it where a set decides: other nodes will not take it
 * otherwise, and one of them in the set would have the whole set refused. Throws a {@link NodeCallError} `bad_answer`.
 */
export function readObserveAnswer(input: ObserveAnswer, deps: { readonly verify: VerifySignature }): NodeObservation {
  const { answer, node, round, session } = input;
  const { index, values, signature } = answer;
  const { subject } = round;
  const isOfSession = index === node.index && answer.sessionId === toHex(session.sessionId);
  const isSigned = (signature !== undefined) === isDecidedBySet(subject);
  if (!isOfSession || !isSigned || !hasValuesOf(subject, values)) throw badAnswer(node);
  const toSign = readPartialOrNonces(input);
  if (signature === undefined) return { node, values, signed: null, ...toSign };
  const signed = {
    index,
    values: readObservedValues(values),
    signature: { s: fromHex(signature.s, 32), commitment: fromHex(signature.commitment, 20) },
  };
  const { sessionId } = session;
  if (!verifyObservation({ sessionId, publicKey: node.publicKey, observation: signed }, deps)) throw badAnswer(node);
  return { node, values, signed, ...toSign };
}

/** One of them and not the other, and a partial signature of those alone who were asked for it: only of them is there a commitment. */
function readPartialOrNonces({ answer, node, isDesignated }: ObserveAnswer): Pick<NodeObservation, 'partial' | 'nonces'> {
  const { partial, groupCommitment, nonces } = answer;
  if (partial === undefined && groupCommitment === undefined && nonces !== undefined) return { partial: null, nonces };
  if (isDesignated && partial !== undefined && groupCommitment !== undefined && nonces === undefined) {
    return { partial: { partial, groupCommitment }, nonces: null };
  }
  throw badAnswer(node);
}

function badAnswer(node: RoundNode): NodeCallError {
  return new NodeCallError({ nodeIndex: node.index, step: 'observe', fault: 'bad_answer', isProven: true });
}

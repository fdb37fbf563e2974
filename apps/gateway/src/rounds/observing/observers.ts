import { setMaxListeners } from 'node:events';
import type { ObserveRequest } from '@oracle-gateway/node-api';
import { linkAbort } from '@oracle-gateway/process';
import type { VerifySignature } from '@oracle-gateway/schnorr';
import type { DatedRound } from '../model/admitted-round.js';
import { type NodeCallContext, NodeCallError } from '../../errors/node-call-error.js';
import type { NodeClient } from '../../nodes/node-client.js';
import type { RoundNode } from '../../nodes/node-directory.js';
import type { Signer } from '../model/signer.js';
import type { Observation } from './observation.js';
import type { ObservationBoard } from './observation-board.js';
import { readObserveAnswer } from './observe-answer.js';
import { requestTo, type RoundSession } from '../model/round-session.js';

/** What nodes are asked to observe. */
export interface Observing {
  readonly round: DatedRound;
  readonly session: RoundSession;
  /** Who signs in the exchange that observes; null in two exchanges. */
  readonly designated: readonly Signer[] | null;
}

export interface ObserversDeps {
  readonly verify: VerifySignature;
  readonly client: Pick<NodeClient, 'observe'>;
  readonly observeDeadlineMs: number;
  /** Where the source is paid. */
  readonly paidObserveDeadlineMs: number;
  readonly reportFault: (fault: NodeCallContext) => void;
}

/** The nodes that a round has asked for their observation, each once. */
export interface Observers {
  /** In the order in which they were asked. */
  readonly asked: readonly RoundNode[];
  /** Asks those of the nodes that were not asked yet; their answers come to the board. */
  ask(nodes: readonly RoundNode[]): void;
  /** Ends the calls that are under way. */
  end(): void;
  /** Resolves when no call is under way. */
  settled(): Promise<unknown>;
}

/** @param input.signal ends all calls, as `end` does */
export function createObservers(
  input: Observing & { readonly board: ObservationBoard; readonly signal: AbortSignal },
  deps: ObserversDeps,
): Observers {
  const withSigners = signersAdder(input.designated);
  const ends = linkAbort(input.signal);
  setMaxListeners(0, ends.signal);
  const asked: RoundNode[] = [];
  const calls: Promise<Observation>[] = [];
  return {
    asked,
    ask(nodes) {
      const fresh = nodes.filter((node) => !asked.includes(node));
      const made = fresh.map((node) => observe(node, { ...input, withSigners }, ends.signal, deps));
      asked.push(...fresh);
      calls.push(...made);
      input.board.add(made);
    },
    end: () => ends.abort(),
    async settled() {
      await Promise.allSettled(calls);
      ends.release();
    },
  };
}

async function observe(
  node: RoundNode,
  { round, session, withSigners }: Observing & { readonly withSigners: AddSigners },
  signal: AbortSignal,
  deps: ObserversDeps,
): Promise<Observation> {
  try {
    const deadlineMs = session.sourcePayments.size === 0 ? deps.observeDeadlineMs : deps.paidObserveDeadlineMs;
    const request = withSigners(requestTo(node, session), node);
    const answer = await deps.client.observe(node, request, { deadlineMs, signal, roundId: round.roundId });
    return readObserveAnswer({ answer, node, round, session, isDesignated: request.signers !== undefined }, deps);
  } catch (error) {
    if (error instanceof NodeCallError) deps.reportFault(error.context);
    throw error;
  }
}

type AddSigners = (request: ObserveRequest, node: RoundNode) => ObserveRequest;

/** A spare is asked for its observation alone. Nodes that are asked alike get one object, which is encoded once. */
function signersAdder(designated: readonly Signer[] | null): AddSigners {
  if (designated === null) return (request) => request;
  const signers = designated.map(({ node, nonce }) => ({ index: node.index, ...nonce }));
  const added = new Map<ObserveRequest, ObserveRequest>();
  return (request, { index }) => {
    if (!designated.some(({ node }) => node.index === index)) return request;
    const known = added.get(request) ?? { ...request, signers };
    added.set(request, known);
    return known;
  };
}

import { setMaxListeners } from 'node:events';
import type { ObserveRequest } from '@oracle-gateway/node-api';
import { linkAbort } from '@oracle-gateway/process';
import { NodeCallError } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { Signer } from '../model/signer.js';
import type { Observation } from './observation.js';
import { readObserveAnswer } from './observe-answer.js';
import type { RoundPorts } from '../model/round-ports.js';
import { requestTo } from '../model/round-session.js';
import type { RoundRun } from './round-run.js';

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

/** The signal of the run ends all calls, as `end` does. */
export function createObservers(run: RoundRun, ports: RoundPorts): Observers {
  const withSigners = signersAdder(run.designated);
  const ends = linkAbort(run.signal);
  setMaxListeners(0, ends.signal);
  const asked: RoundNode[] = [];
  const calls: Promise<Observation>[] = [];
  return {
    asked,
    ask(nodes) {
      const fresh = nodes.filter((node) => !asked.includes(node));
      const made = fresh.map((node) => observe(node, { run, withSigners, signal: ends.signal }, ports));
      asked.push(...fresh);
      calls.push(...made);
      run.board.add(made);
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
  {
    run: { round, session, reportFault },
    withSigners,
    signal,
  }: { readonly run: RoundRun; readonly withSigners: AddSigners; readonly signal: AbortSignal },
  { settings, nodes, curve }: RoundPorts,
): Promise<Observation> {
  try {
    const deadlineMs = session.sourcePayments.size === 0 ? settings.observeDeadlineMs : settings.paidObserveDeadlineMs;
    const request = withSigners(requestTo(node, session), node);
    const answer = await nodes.calls.observe(node, request, { deadlineMs, signal, roundId: round.roundId });
    return readObserveAnswer({ answer, node, round, session, isDesignated: request.signers !== undefined }, curve);
  } catch (error) {
    if (error instanceof NodeCallError) reportFault(error.context);
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

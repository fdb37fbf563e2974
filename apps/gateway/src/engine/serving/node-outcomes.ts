import type { NodeCallContext, NodeFault } from '../nodes/node-call-error.js';
import type { EarlierDraw } from '../model/round-nodes.js';
import type { PeerOutcome } from '../nodes/peer-record.js';
import type { Decision } from '../observing/observation.js';
import type { RoundRun } from '../observing/round-run.js';

/** A run, and what nodes did wrong in it at whichever step. */
export type FaultyRun = RoundRun & { readonly faults: readonly NodeCallContext[] };

/** A draw that served no value, though fewer than a quorum of its nodes kept it from that. */
export interface FailedDraw extends EarlierDraw {
  /** Outcome of each asked node, measured by the decision of another draw. */
  outcomesUnder(decision: Decision): ReadonlyMap<number, PeerOutcome>;
}

/** The outcome of each node beside the signers. A node without an answer has none, nor one whose payment the source refused. */
export function outcomesOf(decision: Decision, run: FaultyRun): ReadonlyMap<number, PeerOutcome> {
  const outcomes = new Map<number, PeerOutcome>();
  for (const observation of run.board.arrived) {
    outcomes.set(observation.node.index, run.rule.dissents(observation, decision) ? 'lacked' : 'agreed');
  }
  return withFaults(outcomes, run);
}

/**
 * Number of nodes of a draw that must agree for it to be a failed one. Then fewer than a quorum did not, and as few can lie. A quorum that
 * fails is believed, as a quorum that answers is.
 */
export function agreeingOfFailed(eligible: number, quorum: number): number {
  return eligible - quorum + 1;
}

export function failedDraw(run: FaultyRun): FailedDraw {
  const { round, session, board, rule } = run;
  const asked = new Set(session.eligible.map(({ index }) => index));
  return {
    registryVersion: round.registry.version,
    asked,
    saw: new Set(board.arrived.map(({ node }) => node.index)),
    outcomesUnder(decision) {
      const agreed = board.arrived.filter((observation) => rule.agrees(observation, decision));
      const outcomes = new Map<number, PeerOutcome>();
      // The source may have moved on in between: then no node is wrong that saw another value.
      const isMeasure = agreed.length >= agreeingOfFailed(asked.size, round.signaturesRequired);
      if (isMeasure) {
        for (const observation of board.arrived) {
          outcomes.set(observation.node.index, agreed.includes(observation) ? 'agreed' : 'lacked');
        }
      }
      return withFaults(outcomes, run);
    },
  };
}

/** The outcome of each fault that says something of a node beside its peers. */
const OUTCOMES: { readonly [Fault in NodeFault]?: PeerOutcome } = {
  upstream: 'lacked',
  declined: 'declined',
  unreachable: 'failed',
  timeout: 'failed',
  overloaded: 'failed',
  bad_answer: 'failed',
  refused: 'failed',
  overtaken: 'failed',
};

function withFaults(outcomes: Map<number, PeerOutcome>, { session, faults }: FaultyRun): ReadonlyMap<number, PeerOutcome> {
  // Each node brings another payment of the caller to the source.
  const isPaid = session.sourcePayments.size > 0;
  for (const { nodeIndex, fault, isProven } of faults) {
    const outcome = isProven === true || (fault === 'upstream' && isPaid) ? undefined : OUTCOMES[fault];
    if (outcome !== undefined) outcomes.set(nodeIndex, outcome);
  }
  return outcomes;
}

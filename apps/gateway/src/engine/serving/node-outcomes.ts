import type { NodeCallContext, NodeFault } from '../nodes/node-call-error.js';
import type { EarlierDraw } from '../model/round-nodes.js';
import type { PeerOutcome } from '../nodes/peer-record.js';
import type { Decision } from '../observing/observation.js';
import type { ObservationBoard } from '../observing/observation-board.js';
import type { ValueRule } from '../observing/value-rule.js';

/** Findings of one draw of nodes. */
export interface Draw {
  readonly registryVersion: bigint;
  /** Node indices. */
  readonly eligible: readonly number[];
  readonly quorum: number;
  readonly board: ObservationBoard;
  /** Faults of any step. */
  readonly faults: readonly NodeCallContext[];
  readonly rule: ValueRule;
  /** Each node brings another payment of the caller to the source. */
  readonly isPaid: boolean;
}

/** A draw that served no value, though fewer than a quorum of its nodes kept it from that. */
export interface FailedDraw extends EarlierDraw {
  /** Outcome of each asked node, measured by the decision of another draw. */
  outcomesUnder(decision: Decision): ReadonlyMap<number, PeerOutcome>;
}

/** The outcome of each node beside the signers. A node without an answer has none, nor one whose payment the source refused. */
export function outcomesOf(decision: Decision, draw: Draw): ReadonlyMap<number, PeerOutcome> {
  const { board, rule } = draw;
  const ofArrived = board.arrived.map(({ node, ...seen }): [number, PeerOutcome] => [
    node.index,
    rule.dissents({ node, ...seen }, decision) ? 'lacked' : 'agreed',
  ]);
  return withFaults(new Map(ofArrived), draw);
}

/**
 * Number of nodes of a draw that must agree for it to be a failed one. Then fewer than a quorum did not, and as few can lie. A quorum that
 * fails is believed, as a quorum that answers is.
 */
export function agreeingOfFailed(eligible: number, quorum: number): number {
  return eligible - quorum + 1;
}

export function failedDraw(draw: Draw): FailedDraw {
  const { registryVersion, eligible, board, rule } = draw;
  return {
    registryVersion,
    asked: new Set(eligible),
    saw: new Set(board.arrived.map(({ node }) => node.index)),
    outcomesUnder(decision) {
      const agreed = board.arrived.filter((observation) => rule.agrees(observation, decision));
      // The source may have moved on in between: then no node is wrong that saw another value.
      const isMeasure = agreed.length >= agreeingOfFailed(eligible.length, draw.quorum);
      const ofArrived = board.arrived.map((observation): [number, PeerOutcome] => [
        observation.node.index,
        agreed.includes(observation) ? 'agreed' : 'lacked',
      ]);
      return withFaults(new Map(isMeasure ? ofArrived : []), draw);
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

function withFaults(outcomes: Map<number, PeerOutcome>, { faults, isPaid }: Draw): ReadonlyMap<number, PeerOutcome> {
  for (const { nodeIndex, fault, isProven } of faults) {
    const outcome = isProven === true || (fault === 'upstream' && isPaid) ? undefined : OUTCOMES[fault];
    if (outcome !== undefined) outcomes.set(nodeIndex, outcome);
  }
  return outcomes;
}

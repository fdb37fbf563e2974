import { faultOfCode, type NodeCallContext, type NodeFault } from '../nodes/node-call-error.js';
import type { EarlierDraw } from '../model/round-nodes.js';
import { originOfValue, type PeerOutcome, type ValueOutcomes } from '../nodes/peer-record.js';
import type { Decision, NodeObservation } from '../observing/observation.js';
import type { RoundRun } from '../observing/round-run.js';

/** A run, and what nodes did wrong in it at whichever step. */
export type FaultyRun = RoundRun & { readonly faults: readonly NodeCallContext[] };

/** A draw that served no value, though fewer than a quorum of its nodes kept it from that. */
export interface FailedDraw extends EarlierDraw {
  /** Outcomes of the asked nodes, measured by the decision of another draw. */
  outcomesUnder(decision: Decision): readonly ValueOutcomes[];
}

/** The outcome of each node beside the signers. A node without an answer has none, nor one whose payment the source refused. */
export function outcomesOf(decision: Decision, run: FaultyRun): readonly ValueOutcomes[] {
  return outcomesByValue(run, (place) => {
    const outcomes = new Map<number, PeerOutcome>();
    if ((decision.values[place] ?? null) === null) return outcomes;
    for (const observation of run.board.arrived) {
      const outcome = run.rule.dissents(observation, decision, place) ? 'lacked' : outcomeAt(observation, place);
      if (outcome !== undefined) outcomes.set(observation.node.index, outcome);
    }
    return outcomes;
  });
}

/** The outcome of a node whose value is good, if it has one; that of its own refusal where it has none. */
function outcomeAt({ values }: NodeObservation, place: number): PeerOutcome | undefined {
  const one = values[place];
  return one === undefined || 'value' in one ? 'agreed' : OUTCOMES[faultOfCode(one.reason.code)];
}

function outcomesByValue(run: FaultyRun, outcomesAt: (place: number) => ReadonlyMap<number, PeerOutcome>): ValueOutcomes[] {
  const { round, session } = run;
  const { observedAtMs } = session.statement;
  const outcomes: ValueOutcomes[] = [];
  for (const place of round.subject.rules.keys()) {
    outcomes.push({ ...originOfValue(round.subject, place), observedAtMs, ofNodes: withFaults(outcomesAt(place), run) });
  }
  return outcomes;
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
    outcomesUnder: (decision) =>
      outcomesByValue(run, (place) => {
        const agreed = board.arrived.filter((observation) => rule.agrees(observation, decision, place));
        const outcomes = new Map<number, PeerOutcome>();
        // The source may have moved on in between: then no node is wrong that saw another value.
        if (agreed.length < agreeingOfFailed(asked.size, round.signaturesRequired)) return outcomes;
        for (const observation of board.arrived) {
          outcomes.set(observation.node.index, agreed.includes(observation) ? 'agreed' : 'lacked');
        }
        return outcomes;
      }),
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

function withFaults(judged: ReadonlyMap<number, PeerOutcome>, { session, faults }: FaultyRun): ReadonlyMap<number, PeerOutcome> {
  const outcomes = new Map(judged);
  // Each node brings another payment of the caller to the source.
  const isPaid = session.sourcePayments.size > 0;
  for (const { nodeIndex, fault, isProven } of faults) {
    const outcome = isProven === true || (fault === 'upstream' && isPaid) ? undefined : OUTCOMES[fault];
    if (outcome !== undefined) outcomes.set(nodeIndex, outcome);
  }
  return outcomes;
}

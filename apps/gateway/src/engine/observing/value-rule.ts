import type { Decision, Observation } from './observation.js';

/** What a rule decides from. */
export interface RuleInput {
  /** In order of arrival. */
  readonly arrived: readonly Observation[];
  /** Nodes that cannot sign any more. */
  readonly excluded: ReadonlySet<number>;
  readonly quorum: number;
}

/** How observations become one signed value. */
export interface ValueRule {
  /** The decision that the observations allow, or `null`; `earlier` is the one of the attempt before. */
  decide(input: RuleInput, earlier: Decision | null): Decision | null;
  /** Whether `outstanding` further observations can still lead to a decision; false for 0. */
  canStillDecide(input: RuleInput, outstanding: number): boolean;
  /** Whether the value of an observation is not one that the decision was made from. */
  dissents(observation: Observation, decision: Decision): boolean;
  /** Whether an observation of another draw is what the decision would have been made from. */
  agrees(observation: Observation, decision: Decision): boolean;
  /** The kind of observations that a quorum needs, for texts: `equal values`. */
  readonly kind: string;
}

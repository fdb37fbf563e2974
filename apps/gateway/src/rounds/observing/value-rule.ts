import type { Fix, Observation } from './observation.js';

/** What a rule decides from. */
export interface Standing {
  /** In order of arrival. */
  readonly arrived: readonly Observation[];
  /** Nodes that cannot sign any more. */
  readonly excluded: ReadonlySet<number>;
  readonly quorum: number;
}

/** How observations become one signed value. */
export interface ValueRule {
  /** The fix that the observations allow, or `null`; `earlier` is the one of the attempt before. */
  decide(standing: Standing, earlier: Fix | null): Fix | null;
  /** Whether `outstanding` further observations can still lead to a fix; false when there are none. */
  canStillDecide(standing: Standing, outstanding: number): boolean;
  /** Whether the value of an observation is not one that the fix was made from. */
  dissents(observation: Observation, fix: Fix): boolean;
  /** The kind of observations of which a quorum is needed, for people: `equal ones`. */
  readonly kind: string;
}

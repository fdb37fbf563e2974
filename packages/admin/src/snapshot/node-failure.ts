/** A node that did not sign, and why, for the operator. */
export interface NodeFailure {
  readonly nodeIndex: number;
  readonly step: 'commit' | 'vouch';
  readonly reason: string;
}

/** What one node saw in a dry run. */
export type SimulatedNode = {
  readonly nodeIndex: number;
  readonly latencyMs: number;
  readonly observedAtMs: number;
} & ({ readonly value: string } | { readonly error: { readonly code: string; readonly detail: string } });

/** A dry run: nodes observe, no node signs, nothing is paid. Its values are the gateway's word, verified by nothing. */
export interface Simulation {
  readonly sourceId: string;
  readonly mode: 'exact' | 'tolerance';
  readonly nodes: readonly SimulatedNode[];
  readonly [member: string]: unknown;
}

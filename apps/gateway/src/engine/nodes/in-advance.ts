import type { CommitmentStock } from './commitment-stock.js';
import { createUnstableSources, type UnstableSources } from './unstable-sources.js';

/** What rounds in one exchange need. */
export interface InAdvance {
  readonly stock: CommitmentStock;
  readonly unstable: UnstableSources;
}

export function createInAdvance(stock: CommitmentStock, deps: { readonly monotonicMs: () => number }): InAdvance {
  return { stock, unstable: createUnstableSources(deps) };
}

import { PRICE_SOURCE } from './consumer.js';
import type { World } from './world.js';

export const AGGREGATION = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 100,
  maxAgeMs: 30_000,
  numeric: { type: 'int256', decimals: 2 },
} as const;

export const TOLERANCE_SOURCE = { ...PRICE_SOURCE, aggregation: AGGREGATION };

/** Sets the price that each node sees from now on, by index. */
export function setPrices({ nodes }: World, prices: readonly string[]): void {
  nodes.forEach((node, index) => {
    node.value = prices[index] ?? node.value;
  });
}

import type { ProviderFlow } from './provider.js';

/** Distinct feeds across flows (interface §2.9): the same id in two flows is one feed. */
export function feedCount(flows: readonly Pick<ProviderFlow, 'feeds'>[]): number {
  return new Set(flows.flatMap(({ feeds }) => feeds.map(({ id }) => id))).size;
}

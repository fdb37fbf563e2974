import type { ProviderFlow, ProviderIndex } from './provider.js';

/** Distinct feeds across flows (docs/api.md#get-v1providers), where the same id in two flows is one feed, and indices. */
export function feedCount(flows: readonly Pick<ProviderFlow, 'feeds'>[], indices: readonly ProviderIndex[] = []): number {
  return new Set(flows.flatMap(({ feeds }) => feeds.map(({ id }) => id))).size + indices.length;
}

import type { KeptFeedSettings } from '../config/feed-settings.js';
import type { ConfiguredTarget, WriteCost } from '../targets/index.js';

/** Cost of a transaction of a feed on each of its targets. */
export function writeCosts(
  targets: readonly ConfiguredTarget[],
  { targets: names, quorum }: Pick<KeptFeedSettings, 'targets' | 'quorum'>,
): readonly WriteCost[] {
  return targets.filter(({ name }) => names.includes(name)).map((target) => target.costOf({ quorum, feeds: 1 }));
}

/** The sum of the most that transactions of a feed cost in a unit. */
export function mostOf(costs: readonly WriteCost[], unit: WriteCost['unit']): bigint {
  return costs.filter((cost) => cost.unit === unit).reduce((sum, { most }) => sum + most, 0n);
}

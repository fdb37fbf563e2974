import type { BoundName, CapacityBound } from './bounds.js';
import type { Measurement } from './capacity-measurement.js';
import type { DeploymentSize, Load } from './load.js';
import { planCapacity } from './plan-capacity.js';

/** A part of a deployment that is added to, and the most that there can be. */
const PARTS = ['nodes', 'nodeThreads', 'keypairs', 'payers'] as const;
type Part = (typeof PARTS)[number];
const MOST: Readonly<Record<Part, number>> = { nodes: 64, nodeThreads: 64, keypairs: 1_000, payers: 16 };

/** Parts to add to where a bound is below the load; the first one that there can be more of. */
const PARTS_OF: Readonly<Record<BoundName, readonly Part[]>> = {
  'fetches of one origin': ['nodes'],
  "a node's main thread": ['nodes'],
  "a node's observing threads": ['nodeThreads', 'nodes'],
  'a Redis primary': ['keypairs'],
  'a paying account': ['payers', 'keypairs'],
  'a subscription': [],
  'the treasury': [],
  'the blocks of the chain': [],
  'lamports in receipts': [],
  'the disk of Redis': ['keypairs'],
};

/** The sizes that a load asks for. */
export interface SizeForLoad {
  /** Enough of every part that can be enough, and no more than that. */
  readonly size: DeploymentSize;
  /** The first bound below the load that no size raises; null where this one holds the load. */
  readonly breaks: CapacityBound | null;
}

/**
 * Adds to a deployment, each time to the part that breaks first, until it holds the load or nothing more can be added.
 *
 * @throws RangeError naming what was not measured
 */
export function sizeFor(load: Load, from: DeploymentSize, measurement: Measurement): SizeForLoad {
  const brokenOf = (size: DeploymentSize): readonly CapacityBound[] =>
    planCapacity(load, size, measurement).bounds.filter(({ roundsPerSecond }) => roundsPerSecond < load.roundsPerSecond);
  let size = from;
  for (;;) {
    const broken = brokenOf(size);
    const raised = broken.find(({ name }) => partFor(name, size) !== undefined);
    const part = raised === undefined ? undefined : partFor(raised.name, size);
    if (raised === undefined || part === undefined) {
      const isAsHigh = (bound: CapacityBound): boolean =>
        broken.some(({ name, roundsPerSecond }) => name === bound.name && roundsPerSecond <= bound.roundsPerSecond);
      return { size: trimmed(size, { from, holds: (fewer) => brokenOf(fewer).every(isAsHigh) }), breaks: broken[0] ?? null };
    }
    size = { ...size, [part]: enough(size[part], load.roundsPerSecond / raised.roundsPerSecond, MOST[part]) };
  }
}

/** Takes away what is not needed any more: a keypair brings accounts that pay, and a node brings threads. */
function trimmed(
  size: DeploymentSize,
  { from, holds }: { readonly from: DeploymentSize; readonly holds: (size: DeploymentSize) => boolean },
): DeploymentSize {
  let least = size;
  for (const part of PARTS) {
    const fewer = (): DeploymentSize => ({ ...least, [part]: least[part] - 1 });
    while (least[part] > from[part] && holds(fewer())) least = fewer();
  }
  return least;
}

function partFor(name: BoundName, size: DeploymentSize): Part | undefined {
  return PARTS_OF[name].find((part) => size[part] < MOST[part]);
}

/** The part grows by one at least, so that the search ends. */
function enough(present: number, times: number, most: number): number {
  return Math.min(most, Math.max(present + 1, Math.ceil(present * times - 1e-9)));
}

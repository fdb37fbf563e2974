import type { Target } from '../feeds/target.js';

export interface TellUpkeepDeps {
  readonly allTargets: readonly Pick<Target, 'name' | 'upkeep'>[];
  readonly nowMs: () => number;
}

/** Upkeep of all targets, once, for an operator. */
export interface ToldUpkeep {
  /** A line for each target that lapses unless it is kept alive. */
  readonly lines: readonly string[];
  /** Names of targets that could not be kept alive. */
  readonly failed: readonly string[];
}

const DAY_MS = 86_400_000;

/** Keeps all targets alive at once, and says of each when it lapses and what was done. Throws what the signal throws. */
export async function tellUpkeep({ allTargets, nowMs }: TellUpkeepDeps, signal: AbortSignal): Promise<ToldUpkeep> {
  const failed: string[] = [];
  const lines = allTargets.map(async ({ name, upkeep }) => {
    if (upkeep === undefined) return [];
    const told: number[] = [];
    try {
      const { lapsesAtSeconds, heldVersion } = await upkeep(signal, (at) => told.push(at));
      const isLater = lapsesAtSeconds > (told[0] ?? lapsesAtSeconds);
      const done = isLater ? 'a snapshot was brought' : 'there is no newer snapshot';
      return [`${name}: ${lapseText(lapsesAtSeconds, nowMs())}; its contract holds registry version ${heldVersion}; ${done}`];
    } catch (error) {
      signal.throwIfAborted();
      failed.push(name);
      const [at] = told;
      const reason = error instanceof Error ? error.message : 'unknown failure';
      return [`${name}: ${at === undefined ? 'it is unknown when it lapses' : lapseText(at, nowMs())}; ${reason}`];
    }
  });
  return { lines: (await Promise.all(lines)).flat(), failed };
}

function lapseText(atSeconds: number, nowMs: number): string {
  const at = new Date(atSeconds * 1_000).toISOString().replace('.000Z', 'Z');
  const days = (atSeconds * 1_000 - nowMs) / DAY_MS;
  return days < 0 ? `lapsed at ${at}: deploy its contract anew` : `lapses at ${at}, in ${days.toFixed(1)} days`;
}

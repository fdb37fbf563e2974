import type { ServiceLine } from './service-line.js';

/** The earliest and the latest lines that were added, in their order of time. */
export interface BoundedLines {
  add(line: ServiceLine): void;
  sorted(): readonly ServiceLine[];
  /** Lines between the earliest and the latest ones that were not kept. */
  readonly leftOut: number;
}

/** Keeps `max` lines of each end of time, and at most four times as many while it reads. */
export function createBoundedLines(max: number): BoundedLines {
  let kept: ServiceLine[] = [];
  let leftOut = 0;
  const trim = (): void => {
    kept.sort((one, other) => one.timeMs - other.timeMs);
    leftOut += Math.max(0, kept.length - 2 * max);
    if (kept.length > 2 * max) kept = [...kept.slice(0, max), ...kept.slice(-max)];
  };
  return {
    add(line) {
      kept.push(line);
      if (kept.length >= 4 * max) trim();
    },
    sorted() {
      trim();
      return kept;
    },
    get leftOut() {
      return leftOut;
    },
  };
}

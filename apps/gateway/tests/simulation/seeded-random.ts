/** Random choices that a seed repeats (mulberry32). */
export interface SeededRandom {
  /** Number in 0..1. */
  readonly next: () => number;
  /** Whether something happens that happens so often. */
  readonly happens: (probability: number) => boolean;
  /** An integer, both ends included. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  readonly bytes: (length: number) => Uint8Array;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (probability) => next() < probability,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
  };
}

import { FIXED_AT_SKEW_MS } from '@oracle-gateway/protocol/internal';
import type { RoundNode } from './node-directory.js';

/** A node's clock, read in a call. */
export interface ClockReading {
  /** The node's time when it answered. */
  readonly timeMs: number;
  /** This process's time before the call and after it. */
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

/** The own wall clock beside the nodes'. */
export interface ClockWatch {
  note(node: RoundNode, reading: ClockReading): void;
  /**
   * Milliseconds by which the own clock is ahead of most nodes' clocks, at least; negative: it is behind. Null while fewer than two have
   * told theirs.
   */
  offsetMs(): number | null;
  /**
   * The same beside these nodes alone. A node that has told none counts as in step, so that no minority of them moves it, however few
   * have been heard.
   */
  offsetToMs(nodes: readonly RoundNode[]): number;
  /** Nodes refuse what this gateway dates now. */
  isOff(): boolean;
  /** While the clock is off, the nodes that reported it. They are asked whether it is right again. */
  toAskAgain(): readonly RoundNode[];
}

/** Offset at which an operator should act. */
export const CLOCK_WARNING_MS = 1_000;

/** The shortest call of so long a time says most. */
const WINDOW_MS = 15_000;
const REMEMBERED_MS = 120_000;
/** The own clock was set, or the machine was suspended: what nodes told before says nothing of it now. */
const JUMP_MS = 1_000;
/** One node alone may be wrong. */
const ENOUGH = 2;

interface Heard {
  readonly node: RoundNode;
  /** The own clock less the node's lies between these. */
  readonly leastMs: number;
  readonly mostMs: number;
  /** Time of the answer on the monotonic clock. */
  readonly atMs: number;
}

/**
 * An answer was dated between sending and hearing it, so each call bounds the difference of two clocks from both sides, however long it
 * took. The least difference that fits counts; the median of the nodes is moved by no minority of them.
 */
export function createClockWatch(deps: {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** Told when the difference reaches the warning, and when it is below it again. */
  readonly onJudged: (judged: { readonly offsetMs: number; readonly isWarning: boolean }) => void;
}): ClockWatch {
  const heard = new Map<number, Heard>();
  let isWarning = false;
  let apartMs = deps.nowMs() - deps.monotonicMs();

  const forgetBeforeJump = (): void => {
    const nowApartMs = deps.nowMs() - deps.monotonicMs();
    if (Math.abs(nowApartMs - apartMs) > JUMP_MS) heard.clear();
    apartMs = nowApartMs;
  };

  /** The known offset of each node, by its index. */
  const offsets = (): ReadonlyMap<number, number> => {
    forgetBeforeJump();
    const forgottenMs = deps.monotonicMs() - REMEMBERED_MS;
    const known = new Map<number, number>();
    for (const [index, reading] of heard) if (reading.atMs >= forgottenMs) known.set(index, nearestToZero(reading));
    return known;
  };

  const offsetMs = (): number | null => {
    const known = [...offsets().values()];
    return known.length < ENOUGH ? null : medianOf(known);
  };

  const isOff = (): boolean => Math.abs(offsetMs() ?? 0) >= FIXED_AT_SKEW_MS;

  const judge = (): void => {
    const offset = offsetMs();
    if (offset === null || isWarning === Math.abs(offset) >= CLOCK_WARNING_MS) return;
    isWarning = !isWarning;
    deps.onJudged({ offsetMs: offset, isWarning });
  };

  return {
    note(node, { timeMs, sentAtMs, answeredAtMs }) {
      // The own clock was set back meanwhile.
      if (answeredAtMs < sentAtMs) return;
      forgetBeforeJump();
      const atMs = deps.monotonicMs();
      const known = heard.get(node.index);
      const widthMs = answeredAtMs - sentAtMs;
      const isBest = known === undefined || atMs - known.atMs > WINDOW_MS || widthMs <= known.mostMs - known.leastMs;
      if (!isBest) return;
      heard.set(node.index, { node, leastMs: sentAtMs - timeMs, mostMs: answeredAtMs - timeMs, atMs });
      judge();
    },
    offsetMs,
    offsetToMs(nodes) {
      const known = offsets();
      return nodes.length === 0 ? 0 : medianOf(nodes.map(({ index }) => known.get(index) ?? 0));
    },
    isOff,
    toAskAgain: () => (isOff() ? [...heard.values()].map(({ node }) => node) : []),
  };
}

function nearestToZero({ leastMs, mostMs }: Heard): number {
  if (leastMs > 0) return leastMs;
  return Math.min(0, mostMs);
}

/** The median; for an even number, the one of the two in the middle that is nearer to zero. */
function medianOf(offsets: readonly number[]): number {
  const sorted = Float64Array.from(offsets).sort();
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0];
  return Math.abs(lower) <= Math.abs(upper) ? lower : upper;
}

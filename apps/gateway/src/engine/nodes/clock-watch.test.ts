import { describe, expect, it } from 'vitest';
import { createClockWatch } from './clock-watch.js';
import type { RoundNode } from './node-directory.js';

const NOW = 1_795_000_000_000;

function setUp() {
  const clock = { ms: 0, setByMs: 0 };
  const judged: [offsetMs: number, isWarning: boolean][] = [];
  const watch = createClockWatch({
    nowMs: () => NOW + clock.ms + clock.setByMs,
    monotonicMs: () => clock.ms,
    onJudged: ({ offsetMs, isWarning }) => judged.push([offsetMs, isWarning]),
  });
  /** A call of so long, in which the own clock is ahead of the node's by so much, a second after the last. */
  const hear = (index: number, aheadMs: number, callMs = 0): void => {
    clock.ms += 1_000;
    const node = { index, publicKey: new Uint8Array(64), origin: `http://127.0.0.1:${7_100 + index}`, encryptionKey: null };
    watch.note(node, { timeMs: NOW - aheadMs + callMs / 2, sentAtMs: NOW, answeredAtMs: NOW + callMs });
  };
  const nodes = (...indices: readonly number[]): RoundNode[] =>
    indices.map((index) => ({ index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null }));
  return { clock, judged, watch, hear, nodes };
}

describe('the watch of the own clock', () => {
  it('says nothing of one node alone, and the median of more', () => {
    const { watch, hear } = setUp();
    expect(watch.offsetMs()).toBeNull();
    hear(0, 2_500);
    expect([watch.offsetMs(), watch.isOff()]).toEqual([null, false]);
    hear(1, 2_400);
    hear(2, 2_600);
    expect([watch.offsetMs(), watch.isOff()]).toEqual([2_500, true]);
  });

  it.each([
    ['one of three', [0, 10, 9_000_000], 10],
    ['two of five', [0, -20, 10, -9_000_000, -9_000_000], -20],
    ['one of two', [0, 9_000_000], 0],
    ['two of four', [-5, 5, 9_000_000, 9_000_000], 5],
  ])('%s that lie do not move it beyond what another says', (_, offsets, expected) => {
    const { watch, hear } = setUp();
    offsets.forEach((aheadMs, index) => hear(index, aheadMs));
    expect([watch.offsetMs(), watch.isOff()]).toEqual([expected, false]);
  });

  it('beside the nodes that are asked, no minority moves it, though it alone was heard', () => {
    const { watch, hear, nodes } = setUp();
    const asked = nodes(0, 1, 2, 3, 4);
    expect(watch.offsetToMs(asked)).toBe(0);
    hear(0, -9_000_000);
    hear(1, -9_000_000);
    expect([watch.offsetMs(), watch.offsetToMs(asked)]).toEqual([-9_000_000, 0]);
    for (const index of [2, 3, 4]) hear(index, 1_500);
    expect(watch.offsetToMs(asked)).toBe(1_500);
    expect(watch.offsetToMs([])).toBe(0);
  });

  it.each([10_000, -10_000])('forgets what was told before the own clock was set by %i ms', (setByMs) => {
    const { clock, watch, hear, nodes } = setUp();
    for (const index of [0, 1, 2]) hear(index, 1_500);
    clock.setByMs = setByMs;
    expect([watch.offsetMs(), watch.offsetToMs(nodes(0, 1, 2))]).toEqual([null, 0]);
    for (const index of [0, 1, 2]) hear(index, 1_500 + setByMs, 100);
    expect(watch.offsetToMs(nodes(0, 1, 2))).toBe(1_500 + setByMs + (setByMs < 0 ? 50 : -50));
  });

  it('a call that took long proves less, and none puts a right clock in the wrong', () => {
    const { watch, hear } = setUp();
    hear(0, 0, 12_000);
    hear(1, 0, 12_000);
    expect(watch.offsetMs()).toBe(0);
    hear(0, 3_000, 2_000);
    hear(1, 3_000, 2_000);
    expect(watch.offsetMs()).toBe(2_000);
    hear(0, 3_000);
    hear(1, 3_000);
    expect(watch.offsetMs()).toBe(3_000);
    hear(0, 3_000, 12_000);
    hear(1, 3_000, 12_000);
    expect(watch.offsetMs()).toBe(3_000);
  });

  it('is off from two seconds on, either side, as far as nodes take what it dates', () => {
    for (const [aheadMs, isOff] of [
      [1_999, false],
      [2_000, true],
      [-1_999, false],
      [-2_000, true],
    ] as const) {
      const { watch, hear } = setUp();
      hear(0, aheadMs);
      hear(1, aheadMs);
      expect([aheadMs, watch.isOff()]).toEqual([aheadMs, isOff]);
    }
  });

  it('warns once from one second on, and says once that it is over', () => {
    const { judged, clock, hear } = setUp();
    for (const aheadMs of [999, 1_000, 1_500]) {
      clock.ms += 20_000;
      for (const index of [0, 1]) hear(index, aheadMs);
    }
    clock.ms += 20_000;
    for (const index of [0, 1]) hear(index, 5);
    expect(judged).toEqual([
      [1_000, true],
      [5, false],
    ]);
  });

  it('names nodes to ask again while it is off, and forgets what was said two minutes ago', () => {
    const { watch, clock, hear } = setUp();
    for (const index of [0, 1]) hear(index, 100);
    expect(watch.toAskAgain()).toEqual([]);
    clock.ms += 20_000;
    for (const index of [0, 1]) hear(index, 9_000);
    expect(watch.toAskAgain().map(({ index }) => index)).toEqual([0, 1]);
    clock.ms += 121_000;
    expect([watch.offsetMs(), watch.isOff(), watch.toAskAgain()]).toEqual([null, false, []]);
  });

  it('a clock that is set back during a call says nothing', () => {
    const { watch } = setUp();
    const node = { index: 0, publicKey: new Uint8Array(64), origin: '', encryptionKey: null };
    for (const index of [0, 1]) watch.note({ ...node, index }, { timeMs: NOW, sentAtMs: NOW + 5_000, answeredAtMs: NOW });
    expect(watch.offsetMs()).toBeNull();
  });
});

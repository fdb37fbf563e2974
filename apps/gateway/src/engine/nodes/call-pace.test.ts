import { describe, expect, it } from 'vitest';
import { createCallPace } from './call-pace.js';

/** A pace that has seen `count` answers of each node, taking as many milliseconds as `msOf` says. */
function paceOf(nodes: readonly number[], count: number, msOf: (nodeIndex: number, turn: number) => number) {
  const pace = createCallPace();
  for (let turn = 0; turn < count; turn += 1) for (const node of nodes) pace.record(node, 'sign', msOf(node, turn));
  return pace;
}

describe('a call is late', () => {
  it('after the 95th of 100 answers of other nodes', () => {
    const pace = paceOf([0], 20, (_node, turn) => 100 + turn);
    expect(pace.lateAfterMs(1, 'sign')).toBe(119);
  });

  it('by what its peers take, however slow the node itself always was', () => {
    const pace = paceOf([0, 1, 2], 60, (node) => (node === 2 ? 1_900 : 80));
    expect(pace.lateAfterMs(2, 'sign')).toBe(80);
  });

  it('by what most of its peers take: one whose answers a source delays is no measure for the others', () => {
    const pace = paceOf([0, 1, 2, 3, 4], 60, (node) => (node === 2 ? 700 : 80));
    expect([0, 1, 2, 3, 4].map((node) => pace.lateAfterMs(node, 'sign'))).toEqual([80, 80, 80, 80, 80]);
  });

  it('not before 50 ms, and after 250 ms while too few answers are known of its peers, or of the step', () => {
    const pace = paceOf([0], 20, () => 3);
    expect(pace.lateAfterMs(1, 'sign')).toBe(50);
    expect(pace.lateAfterMs(0, 'sign')).toBe(250);
    expect(pace.lateAfterMs(1, 'observe')).toBe(250);
    expect(paceOf([0], 19, () => 3).lateAfterMs(1, 'sign')).toBe(250);
  });

  it('by the latest 64 answers of each node', () => {
    const pace = paceOf([0], 600, (_node, turn) => (turn < 536 ? 5_000 : 70));
    expect(pace.lateAfterMs(1, 'sign')).toBe(70);
  });
});

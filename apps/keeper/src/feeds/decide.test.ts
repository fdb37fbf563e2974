import { describe, expect, it } from 'vitest';
import { decideFeed, dueByTime, type HeldValue } from './decide.js';

const NOW_MS = 1_763_683_200_000;
const rule = { heartbeatMs: 60_000, leadMs: 15_000, deviationBps: 50 };
function heldAt(value: bigint, ageMs: number): HeldValue {
  return { value, observedAtMs: NOW_MS - ageMs, isEnded: false };
}

function decided(held: HeldValue | null, seen: bigint | null, deviationBps: number | null = 50) {
  return decideFeed({ held, seen, rule: { ...rule, deviationBps }, nowMs: NOW_MS });
}

describe('a feed is written', () => {
  it('when the ledger has no value of it', () => {
    expect(decided(null, 1n)).toBe('first');
    expect(decided(null, null)).toBe('first');
  });

  it('when an emergency has ended the version that signed its value', () => {
    expect(decided({ ...heldAt(10_000n, 0), isEnded: true }, 10_000n)).toBe('ended');
  });

  it.each([
    [44_999, null],
    [45_000, 'heartbeat'],
    [3_600_000, 'heartbeat'],
    [-2_000, null],
  ])('by its heartbeat, less the lead: %i ms old', (ageMs, reason) => {
    expect(dueByTime(heldAt(10_000n, ageMs), rule, NOW_MS)).toBe(reason);
    expect(decided(heldAt(10_000n, ageMs), 10_000n)).toBe(reason);
  });

  it.each([
    [10_000n, 10_049n, null],
    [10_000n, 10_050n, 'deviation'],
    [10_000n, 9_951n, null],
    [10_000n, 9_950n, 'deviation'],
    [-10_000n, -10_049n, null],
    [-10_000n, -10_050n, 'deviation'],
    [-10_000n, -9_950n, 'deviation'],
    // These values lie on both sides of zero.
    [-1n, 1n, 'deviation'],
    [0n, 0n, null],
    [0n, 1n, 'deviation'],
    [0n, -1n, 'deviation'],
    // Fewer than ten thousand units: half a unit cannot be reached.
    [1n, 1n, null],
    [1n, 2n, 'deviation'],
  ])('by a deviation of 50 basis points: %s → %s', (before, seen, reason) => {
    expect(decided(heldAt(before, 0), seen)).toBe(reason);
  });

  it('by a jump of any size', () => {
    expect(decided(heldAt(1n, 0), 2n ** 255n)).toBe('deviation');
  });

  it('by no deviation where none is configured, or the source was not asked', () => {
    expect(decided(heldAt(10_000n, 0), 20_000n, null)).toBeNull();
    expect(decided(heldAt(10_000n, 0), null)).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpacedStarts, type SpacedStartTerms } from './spaced-starts.js';

const DEADLINE_MS = 12_000;

/** SpacedStarts on a clock that stands still; the calls begin when `at` says so. */
function startsOf(terms: Partial<SpacedStartTerms> = {}) {
  const clock = { ms: 0 };
  const ends = new AbortController();
  const starts = createSpacedStarts(
    { spacingMs: 1_000, quorum: 3, deadlineMs: DEADLINE_MS, signal: ends.signal, ...terms },
    { monotonicMs: () => clock.ms, wait: () => Promise.resolve() },
  );
  return { starts, clock, ends };
}

async function takeAll({ starts }: ReturnType<typeof startsOf>, calls: number): Promise<(number | null)[]> {
  return await Promise.all(Array.from({ length: calls }, async () => await starts.take()));
}

describe('turns of calls', () => {
  it('are one spacing apart, and the first call is not held', async () => {
    expect(await takeAll(startsOf(), 4)).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it('end after six seconds: further nodes are not asked', async () => {
    expect(await takeAll(startsOf(), 9)).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, null, null]);
  });

  it('come nearer to each other where a quorum would be too late', async () => {
    expect(await takeAll(startsOf({ quorum: 11 }), 12)).toEqual([
      0,
      600,
      1_200,
      1_800,
      2_400,
      3_000,
      3_600,
      4_200,
      4_800,
      5_400,
      6_000,
      null,
    ]);
  });

  it('leave each call half of its deadline', async () => {
    expect(await takeAll(startsOf({ deadlineMs: 3_000 }), 3)).toEqual([0, 750, 1_500]);
  });

  it('hold a later call for what is left of the spacing', async () => {
    const staged = startsOf();
    await staged.starts.take();
    staged.clock.ms = 400;
    expect(await staged.starts.take()).toBe(600);
  });

  it('do not hold a spare that is asked late, and may refuse it while one that was held has its turn', async () => {
    const staged = startsOf({ spacingMs: 2_000 });
    expect(await takeAll(staged, 5)).toEqual([0, 2_000, 4_000, 6_000, null]);
    staged.clock.ms = 6_500;
    expect(staged.starts.take()).toBeNull();
    staged.clock.ms = 9_000;
    expect(await staged.starts.take()).toBe(0);
  });

  it('end for the calls that are held, with the round or before it', async () => {
    for (const end of [
      ({ starts }: ReturnType<typeof startsOf>) => starts.end(),
      ({ ends }: ReturnType<typeof startsOf>) => ends.abort(),
    ]) {
      const staged = startsOf();
      const held = takeAll(staged, 2);
      end(staged);
      expect(await held).toEqual([0, null]);
      expect(await staged.starts.take()).toBeNull();
    }
  });

  it('of any spacing, quorum and deadline serve a quorum, none too late, and no two nearer than they must', async () => {
    const terms = fc.record({
      spacingMs: fc.integer({ min: 1, max: 2_000 }),
      quorum: fc.integer({ min: 1, max: 64 }),
      deadlineMs: fc.integer({ min: 100, max: 20_000 }),
    });
    await fc.assert(
      fc.asyncProperty(terms, fc.integer({ min: 0, max: 16 }), async (given, buffer) => {
        const held = await takeAll(startsOf(given), given.quorum + buffer);
        const starts = held.filter((ms) => ms !== null);
        const lastMs = Math.min(6_000, given.deadlineMs / 2);
        const gaps = starts.slice(1).map((ms, place) => ms - starts[place]!);
        expect(starts.length).toBeGreaterThanOrEqual(given.quorum);
        expect(Math.max(...starts)).toBeLessThanOrEqual(lastMs);
        const mustMs = Math.floor(Math.floor(lastMs) / Math.max(1, given.quorum - 1));
        for (const gap of gaps) expect(gap).toBe(Math.min(given.spacingMs, mustMs));
        expect(held.slice(starts.length).every((ms) => ms === null)).toBe(true);
      }),
    );
  });
});

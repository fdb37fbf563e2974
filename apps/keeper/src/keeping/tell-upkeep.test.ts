import { expect, it } from 'vitest';
import { TargetUnavailableError } from '../feeds/check-errors.js';
import type { Target } from '../feeds/target.js';
import { tellUpkeep } from './tell-upkeep.js';

const NOW_MS = Date.UTC(2026, 0, 1);
const DAY_SECONDS = 86_400;

function atDays(days: number): number {
  return NOW_MS / 1_000 + days * DAY_SECONDS;
}

function run(upkeep: NonNullable<Target['upkeep']>, signal = new AbortController().signal) {
  return tellUpkeep({ nowMs: () => NOW_MS, allTargets: [{ name: 'solana' }, { name: 'base', upkeep }] }, signal);
}

it.each([
  ['there is no newer snapshot', 2, 2, 'base: lapses at 2026-01-03T00:00:00Z, in 2.0 days; its contract holds registry version 7;'],
  ['a snapshot was brought', 2, 14, 'base: lapses at 2026-01-15T00:00:00Z, in 14.0 days; its contract holds registry version 7;'],
  ['there is no newer snapshot', -1, -1, 'base: lapsed at 2025-12-31T00:00:00Z: deploy its contract anew; its contract holds'],
])('a target that lapses tells when, and that %s: from day %i to day %i', async (done, before, after, text) => {
  const { lines, failed } = await run((_signal, onLapse) => {
    onLapse?.(atDays(before));
    return Promise.resolve({ lapsesAtSeconds: atDays(after), heldVersion: 7n });
  });
  expect(lines).toEqual([expect.stringContaining(text)]);
  expect(lines[0]).toMatch(new RegExp(`; ${done}$`));
  expect(failed).toEqual([]);
});

it('a target that cannot be kept alive says why, and when it lapses where it told that', async () => {
  const down = new TargetUnavailableError('base', 'no gateway answers');
  expect(await run(() => Promise.reject(down))).toEqual({
    lines: ['base: it is unknown when it lapses; no gateway answers'],
    failed: ['base'],
  });
  const told = await run((_signal, onLapse) => {
    onLapse?.(atDays(1));
    return Promise.reject(down);
  });
  expect(told.lines).toEqual(['base: lapses at 2026-01-02T00:00:00Z, in 1.0 days; no gateway answers']);
});

it('an upkeep that is cut off tells nothing', async () => {
  const cut = new AbortController();
  const told = run(() => {
    cut.abort(new Error('cut off'));
    return Promise.reject(new Error('down'));
  }, cut.signal);
  await expect(told).rejects.toThrow('cut off');
});

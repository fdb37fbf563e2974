import { describe, expect, it } from 'vitest';
import { createClock } from './clock.js';

describe('a clock', () => {
  it('is corrected by the ledger, and by a gateway only as far as the ledger agrees', async () => {
    const clock = createClock({ now: () => 1_000_000, ledgerNow: () => Promise.resolve(1_010_000) });
    expect(await clock.correct(9_000_000)).toBe(0);
    expect(await clock.correct()).toBe(0);
    expect(await clock.correct(1_011_000)).toBe(11_000);
    expect(clock.now()).toBe(1_011_000);
  });

  it('stays as it is where the ledger does not tell', async () => {
    const clock = createClock({ now: () => 5, ledgerNow: () => Promise.resolve(null) });
    expect(await clock.correct(6_000_000)).toBe(0);
  });
});

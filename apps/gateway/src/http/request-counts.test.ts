import { describe, expect, it } from 'vitest';
import { createRequestCounts } from './request-counts.js';

const START_MS = 1_700_000_000_000;

function start(maxKeys = 10) {
  const clock = { nowMs: START_MS };
  return { clock, counts: createRequestCounts({ windowMs: 60_000, maxKeys, nowMs: () => clock.nowMs }) };
}

describe('counts of requests', () => {
  it('are each key its own, and end with the minute that began with its first request', () => {
    const { clock, counts } = start();
    expect(counts.increment('a')).toEqual({ totalHits: 1, resetTime: new Date(START_MS + 60_000) });
    clock.nowMs += 59_999;
    expect(counts.increment('a')).toEqual({ totalHits: 2, resetTime: new Date(START_MS + 60_000) });
    expect(counts.increment('b')).toMatchObject({ totalHits: 1 });
    clock.nowMs += 1;
    expect(counts.increment('a')).toEqual({ totalHits: 1, resetTime: new Date(START_MS + 120_000) });
  });

  it('begin anew when the clock was set back, so that no address is shut out for longer than a minute', () => {
    const { clock, counts } = start();
    counts.increment('a');
    clock.nowMs -= 3_600_000;
    expect(counts.increment('a')).toEqual({ totalHits: 1, resetTime: new Date(clock.nowMs + 60_000) });
  });

  it('are kept of so many keys, and a flood of others does not wash out one that goes on asking', () => {
    const { counts } = start(3);
    for (let stranger = 0; stranger < 10; stranger += 1) {
      expect(counts.increment('a')).toMatchObject({ totalHits: stranger + 1 });
      counts.increment(`stranger ${stranger}`);
    }
    expect(counts.increment('stranger 0')).toMatchObject({ totalHits: 1 });
  });

  it('take back what is undone, down to nothing', () => {
    const { counts } = start();
    counts.increment('a');
    counts.decrement('a');
    counts.decrement('a');
    expect(counts.increment('a')).toMatchObject({ totalHits: 1 });
    counts.resetKey('a');
    expect(counts.increment('a')).toMatchObject({ totalHits: 1 });
  });
});

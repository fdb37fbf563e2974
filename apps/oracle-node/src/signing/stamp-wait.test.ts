import { unixMs } from '@oracle-gateway/protocol';
import { PAID_STAMP_LIMITS, STAMP_LIMITS } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createClockJumps } from './clock-jumps.js';
import { createStampWait } from './stamp-wait.js';

const START_MS = 1_795_000_000_000;

/** A clock that moves while a node waits by it, as the test says. */
function start(pass = (ms: number): { readonly wallMs: number; readonly monotonicMs: number } => ({ wallMs: ms, monotonicMs: ms })) {
  const clock = { wallMs: START_MS, monotonicMs: 7_000 };
  const clocks = { nowMs: () => clock.wallMs, monotonicMs: () => clock.monotonicMs };
  const clockJumps = createClockJumps(clocks);
  const waits: number[] = [];
  const advance = ({ wallMs, monotonicMs }: ReturnType<typeof pass>): void => {
    clock.wallMs += wallMs;
    clock.monotonicMs += monotonicMs;
  };
  const waitForStamp = createStampWait({
    ...clocks,
    clockJumps,
    wait: (ms) => {
      waits.push(ms);
      advance(pass(ms));
      return Promise.resolve();
    },
  });
  const never = new AbortController().signal;
  const until = (offsetMs: number, signal = never) => waitForStamp(unixMs(START_MS + offsetMs), signal);
  return { clock, clockJumps, advance, waits, until };
}

function clockSkew(message: string): unknown {
  return expect.objectContaining({ code: 'clock_skew', message: expect.stringContaining(message) as string });
}

describe('a stamp', () => {
  it.each([
    [-5_000, []],
    [0, []],
    [1, [1]],
    [2_000, [2_000]],
  ])('%d ms from now is waited for by %j', async (offsetMs, expected) => {
    const { until, waits, clock } = start();
    expect((await until(offsetMs)).waitedMs).toBe(Math.max(0, offsetMs));
    expect(waits).toEqual(expected);
    expect(clock.wallMs).toBeGreaterThanOrEqual(START_MS + offsetMs);
  });

  it('is waited for again where the timer comes early, or the clock is set back a little', async () => {
    const early = start((ms) => ({ wallMs: ms - Math.min(1, ms / 2), monotonicMs: ms }));
    await early.until(50);
    expect(early.clock.wallMs).toBeGreaterThanOrEqual(START_MS + 50);
    let isSet = false;
    const back = start((ms) => {
      const wallMs = isSet ? ms : ms - 400;
      isSet = true;
      return { wallMs, monotonicMs: ms };
    });
    expect((await back.until(1_000)).waitedMs).toBe(1_400);
    expect(back.waits).toEqual([1_000, 400]);
  });

  it.each([
    ['back', -60_000],
    ['back by just more than a second', -1_001],
    ['ahead', 60_000],
  ])('is given up where the clock is set %s meanwhile', async (_, jumpMs) => {
    const { until, waits } = start((ms) => ({ wallMs: ms + jumpMs, monotonicMs: ms }));
    await expect(until(500)).rejects.toEqual(clockSkew('was set'));
    expect(waits).toEqual([500]);
  });

  it('is not waited for for ever by a clock that stands still, though others have seen it stand bit by bit', async () => {
    const { until, clock, clockJumps } = start((ms) => {
      for (let step = 0; step < 10; step += 1) {
        clock.monotonicMs += ms / 10;
        clockJumps.count();
      }
      return { wallMs: 0, monotonicMs: 0 };
    });
    await expect(until(2_000)).rejects.toEqual(clockSkew('does not reach it'));
    expect(clock.monotonicMs).toBe(10_000);
  });

  it('is left by a session that has ended', async () => {
    const ending = new AbortController();
    const { until } = start((ms) => {
      ending.abort();
      return { wallMs: ms, monotonicMs: ms };
    });
    await expect(until(10, ending.signal)).rejects.toEqual(
      new NodeError('session_unknown', 'sessionId: the session ended before its stamp'),
    );
  });
});

describe('a value', () => {
  it.each([
    ['26 s', STAMP_LIMITS, 26_000],
    ['42 s of a paid source', PAID_STAMP_LIMITS, 42_000],
  ])('is in time up to %s after the stamp', async (_, limits, mostMs) => {
    const { until, advance } = start();
    const stamp = await until(-3_000);
    const pass = (ms: number): void => advance({ wallMs: ms, monotonicMs: ms });
    pass(mostMs - 3_000);
    expect(() => stamp.requireInTime(limits)).not.toThrow();
    pass(1);
    expect(() => stamp.requireInTime(limits)).toThrow(`the value came more than ${mostMs} ms after it`);
  });

  it.each([
    ['back', -1_500, 'was set'],
    ['ahead', 1_500, 'was set'],
    ['back a little, to before the stamp', -900, 'came before it'],
  ])('is refused where the clock was set %s during the fetch', async (_, jumpMs, message) => {
    const { until, advance } = start();
    const stamp = await until(0);
    advance({ wallMs: 300 + jumpMs, monotonicMs: 300 });
    expect(() => stamp.requireInTime(STAMP_LIMITS)).toThrow(message);
  });
});

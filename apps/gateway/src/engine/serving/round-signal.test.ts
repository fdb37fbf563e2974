import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRoundSignal } from './round-signal.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(): { clientGone: AbortController; shutdown: AbortController } {
  return {
    clientGone: new AbortController(),
    shutdown: new AbortController(),
  };
}
function start(ends: ReturnType<typeof open>) {
  return createRoundSignal({ deadlineMs: 25_000, clientGone: ends.clientGone.signal, shutdown: ends.shutdown.signal });
}

describe('createRoundSignal', () => {
  it('leaves no listener on signals that outlive the round, after a thousand of them', () => {
    const ends = open();
    for (let rounds = 0; rounds < 1_000; rounds += 1) start(ends).dispose();
    expect([ends.clientGone, ends.shutdown].map(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([[], []]);
  });

  it('ends at the deadline', () => {
    const { signal } = start(open());
    vi.advanceTimersByTime(24_999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ code: 'node_timeout' });
  });

  it('ends when the client leaves, also when it has left before', () => {
    const ends = open();
    ends.clientGone.abort();
    expect(start(ends).signal.reason).toMatchObject({ code: 'client_gone' });
  });

  it('ends when the gateway stops', () => {
    const ends = open();
    const { signal } = start(ends);
    ends.shutdown.abort();
    expect(signal.reason).toMatchObject({ code: 'interrupted' });
  });

  it('no tenant may wait any longer after the deadline or the stop, but a caller who leaves ends the round only', () => {
    const ends = open();
    const { signal, timeUp } = start(ends);
    ends.clientGone.abort();
    expect([signal.aborted, timeUp.aborted]).toEqual([true, false]);
    ends.shutdown.abort();
    expect(timeUp.reason).toMatchObject({ code: 'interrupted' });
    const late = start(open());
    vi.advanceTimersByTime(25_000);
    expect(late.timeUp.reason).toMatchObject({ code: 'node_timeout' });
  });

  it('a round that is over is ended by nothing any more', () => {
    const ends = open();
    const { signal, dispose } = start(ends);
    dispose();
    vi.advanceTimersByTime(60_000);
    ends.clientGone.abort();
    ends.shutdown.abort();
    expect(signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});

import {
  IllegalTransitionError,
  RoundPaymentError,
  SettlementPayloadError,
  StaleTokenError,
  UnknownRoundError,
} from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRoundSignal } from './round-signal.js';
import { writeRecord } from './reservation.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const roundId = 'round' as RoundId;
function noAnswer(): Promise<never> {
  return new Promise(() => undefined);
}
function timedOut(): Promise<never> {
  return Promise.reject(new Error('Command timed out'));
}

/** Waits on the test's clock. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** An outbox that answers the writes one after the other; the last answer is repeated. */
function setUp(...answers: (() => Promise<void>)[]) {
  const clientGone = new AbortController();
  const shutdown = new AbortController();
  const ends = createRoundSignal({ deadlineMs: 10_000, clientGone: clientGone.signal, shutdown: shutdown.signal });
  let writes = 0;
  const write = (): Promise<void> => {
    const answer = answers[Math.min(writes, answers.length - 1)];
    writes += 1;
    return answer?.() ?? Promise.resolve();
  };
  return { outcome: writeRecord(write, ends, { wait }), clientGone, shutdown, writes: () => writes };
}

describe('writeRecord', () => {
  it('repeats a command whose answer was lost until the outbox confirms it', async () => {
    const { outcome, writes } = setUp(timedOut, timedOut, () => Promise.resolve());
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(outcome).resolves.toBeUndefined();
    expect(writes()).toBe(3);
  });

  it.each([
    ['an illegal transition', new IllegalTransitionError(roundId, 'commit', 'expired')],
    ['a reservation that was overtaken', new StaleTokenError(roundId)],
    ['a record that is gone', new UnknownRoundError(roundId)],
  ])('%s means that nothing is charged', async (_case, answer) => {
    const { outcome, writes } = setUp(() => Promise.reject(answer));
    await expect(outcome).rejects.toMatchObject({ code: 'reservation_ended', rule: { authorization: 'spent' } });
    expect(writes()).toBe(1);
  });

  it.each([
    ['the deadline', 'deadline'],
    ['the stop of the gateway', 'shutdown'],
  ])('at %s an outcome that is still unknown is answered as unknown, at once', async (_case, end) => {
    const { outcome, shutdown, writes } = setUp(noAnswer);
    const refused = expect(outcome).rejects.toMatchObject({ code: 'outbox_unavailable', rule: { authorization: 'unknown' } });
    if (end === 'shutdown') shutdown.abort();
    else await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(writes()).toBe(1);
  });

  it('a caller who leaves does not take back a command that is under way', async () => {
    let confirm = (): void => undefined;
    const { outcome, clientGone } = setUp(
      () =>
        new Promise((resolve) => {
          confirm = resolve;
        }),
    );
    clientGone.abort();
    confirm();
    await expect(outcome).resolves.toBeUndefined();
  });

  it('for a caller who has left, a command that was not confirmed is not repeated', async () => {
    const { outcome, clientGone, writes } = setUp(timedOut);
    const left = expect(outcome).rejects.toMatchObject({ code: 'client_gone' });
    clientGone.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    await left;
    expect(writes()).toBe(1);
  });

  it.each([new SettlementPayloadError('s'), new RoundPaymentError('memo')])(
    'does not repeat what can never succeed (%s)',
    async (error) => {
      const { outcome, writes } = setUp(() => Promise.reject(error));
      await expect(outcome).rejects.toBe(error);
      expect(writes()).toBe(1);
    },
  );
});

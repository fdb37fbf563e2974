import {
  IllegalTransitionError,
  SettlementPayloadError,
  type SettlementPayload,
  StaleTokenError,
  UnknownRoundError,
} from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commitRound } from './commit-round.js';
import { createRoundSignal } from './round-signal.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const roundId = 'round' as RoundId;
const record = { roundId, token: 'token', settlement: {} as SettlementPayload, result: '{}' };
function noAnswer(): Promise<never> {
  return new Promise(() => undefined);
}
function timedOut(): Promise<never> {
  return Promise.reject(new Error('Command timed out'));
}

/** An outbox that answers the commits one after the other; the last answer is repeated. */
function setUp(...answers: (() => Promise<void>)[]) {
  const clientGone = new AbortController();
  const shutdown = new AbortController();
  const ends = createRoundSignal({ deadlineMs: 10_000, clientGone: clientGone.signal, shutdown: shutdown.signal });
  let commits = 0;
  const commit = (sent: unknown): Promise<void> => {
    expect(sent).toBe(record);
    const answer = answers[Math.min(commits, answers.length - 1)];
    commits += 1;
    return answer?.() ?? Promise.resolve();
  };
  return { outcome: commitRound(record, ends, { outbox: { commit } }), clientGone, shutdown, commits: () => commits };
}

describe('commitRound', () => {
  it('repeats a commit whose answer was lost until the outbox confirms it', async () => {
    const { outcome, commits } = setUp(timedOut, timedOut, () => Promise.resolve());
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(outcome).resolves.toBeUndefined();
    expect(commits()).toBe(3);
  });

  it.each([
    ['an illegal transition', new IllegalTransitionError(roundId, 'commit', 'expired')],
    ['a reservation that was overtaken', new StaleTokenError(roundId)],
    ['a record that is gone', new UnknownRoundError(roundId)],
  ])('%s means that nothing is charged', async (_case, answer) => {
    const { outcome, commits } = setUp(() => Promise.reject(answer));
    await expect(outcome).rejects.toMatchObject({ code: 'reservation_ended', rule: { fate: 'spent' } });
    expect(commits()).toBe(1);
  });

  it.each([
    ['the deadline', 'deadline'],
    ['the stop of the gateway', 'shutdown'],
  ])('at %s an outcome that is still unknown is answered as unknown, at once', async (_case, end) => {
    const { outcome, shutdown, commits } = setUp(noAnswer);
    const refused = expect(outcome).rejects.toMatchObject({ code: 'outbox_unavailable', rule: { fate: 'unknown' } });
    if (end === 'shutdown') shutdown.abort();
    else await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(commits()).toBe(1);
  });

  it('a caller who leaves does not take back a commit that is under way', async () => {
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

  it('for a caller who has left, a commit that was not confirmed is not repeated', async () => {
    const { outcome, clientGone, commits } = setUp(timedOut);
    const left = expect(outcome).rejects.toMatchObject({ code: 'client_gone' });
    clientGone.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    await left;
    expect(commits()).toBe(1);
  });

  it('does not repeat what can never succeed', async () => {
    const { outcome, commits } = setUp(() => Promise.reject(new SettlementPayloadError('s')));
    await expect(outcome).rejects.toThrow(SettlementPayloadError);
    expect(commits()).toBe(1);
  });
});

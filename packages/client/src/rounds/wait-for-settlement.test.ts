import { describe, expect, it } from 'vitest';
import { fakeIo, refusal, type Stream } from '../../tests/fake-io.js';
import { TransportError } from '../base/errors.js';
import type { RoundStatus } from '../reads/reads.js';
import type { Settlement } from '../reads/settlement.js';
import { waitForSettlement } from './wait-for-settlement.js';

const roundId = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const settlement = { signature: '5'.repeat(87), slot: 7, final: false };
const SETTLED: Settlement = { kind: 'settled', ...settlement };

function status(state: RoundStatus['state'], more: Partial<RoundStatus> = {}): RoundStatus {
  return { roundId, path: 'subscription', state, createdAt: 1, ...more };
}

const settled = status('settled', { settlement });

function waiting(
  input: {
    readonly streams?: readonly Stream[];
    readonly polled?: readonly (RoundStatus | Error)[];
    readonly onLedger?: readonly (boolean | Error)[];
  },
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
) {
  const io = fakeIo(() => ({}), { streams: input.streams ?? [] });
  const polled = [...(input.polled ?? [])];
  const onLedger = [...(input.onLedger ?? [true])];
  const counts = { polls: 0, checks: 0 };
  const next = <T>(list: (T | Error)[]): Promise<T> => {
    const one = list.length > 1 ? list.shift() : list[0];
    return one instanceof Error
      ? Promise.reject(one)
      : one === undefined
        ? Promise.reject(new Error('was not to be asked'))
        : Promise.resolve(one);
  };
  const outcome = waitForSettlement(
    {
      ...io,
      readStatus() {
        counts.polls += 1;
        return next(polled);
      },
      isOnLedger() {
        counts.checks += 1;
        return next(onLedger);
      },
    },
    { roundId, ...options },
  );
  return { outcome, counts, io };
}

describe('a settlement', () => {
  it('is told by events, with one request and one check of the ledger', async () => {
    const { outcome, counts, io } = waiting({ streams: [[status('pending'), status('settling'), settled]] });
    expect(await outcome).toEqual(SETTLED);
    expect({ ...counts, opened: io.opened.length }).toEqual({ polls: 0, checks: 1, opened: 1 });
  });

  it('is asked for again and again where there are no events', async () => {
    const { outcome, counts } = waiting({ polled: [status('pending'), new TransportError('gateway', 'cut'), settled] });
    expect(await outcome).toEqual(SETTLED);
    expect(counts).toEqual({ polls: 3, checks: 1 });
  });

  it.each<[string, Stream]>([
    ['breaks off', [status('pending'), new TransportError('gateway', 'cut')]],
    ['is garbage', ['garbage']],
    ['is of another round', [{ ...settled, roundId: 'another' }]],
    ['tells a settlement without its form', [{ ...settled, settlement: { signature: {}, slot: 7, final: false } }]],
  ])('is asked for where the stream %s', async (_what, stream) => {
    const { outcome, counts } = waiting({ streams: [stream], polled: [settled] });
    expect(await outcome).toEqual(SETTLED);
    expect(counts).toEqual({ polls: 1, checks: 1 });
  });

  it('of an event is not believed before the ledger has it', async () => {
    const late = waiting({ streams: [[settled]], polled: [settled], onLedger: [false, new TransportError('ledger', 'cut'), true] });
    expect(await late.outcome).toEqual(SETTLED);
    const never = waiting({ streams: [[settled]], polled: [settled], onLedger: [false] }, { timeoutMs: 1_000 });
    await expect(never.outcome).rejects.toMatchObject({ name: 'VerificationError', reason: 'not_settled' });
  });

  it('fails at once where it contradicts the ledger', async () => {
    const contradiction = Object.assign(new Error('another value'), { reason: 'not_settled' });
    await expect(waiting({ streams: [[settled]], onLedger: [contradiction] }).outcome).rejects.toBe(contradiction);
  });

  it.each(['failed', 'expired', 'lapsed', 'unpaid'] as const)(
    'fails where it will not come: %s, told by an event or by the record',
    async (state) => {
      for (const input of [{ streams: [[status(state)]] }, { polled: [status(state)] }])
        await expect(waiting(input).outcome).rejects.toMatchObject({ name: 'NotSettledError', state });
    },
  );

  it('has an unknown outcome where it does not come in time', async () => {
    const { outcome } = waiting({ polled: [status('pending')] }, { timeoutMs: 1_000 });
    await expect(outcome).rejects.toMatchObject({ name: 'UnknownOutcomeError', roundId });
  });

  it('is not asked for where the gateway refuses the question', async () => {
    const { outcome } = waiting({ polled: [refusal('round_not_found', { status: 404 })] });
    await expect(outcome).rejects.toMatchObject({ code: 'round_not_found' });
  });

  it('is waited for until the signal aborts', async () => {
    const reason = new Error('enough');
    await expect(waiting({ polled: [status('pending')] }, { signal: AbortSignal.abort(reason) }).outcome).rejects.toBe(reason);
  });
});

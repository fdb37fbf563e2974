import { FacilitatorUnavailableError, type SupportedFeePayers } from '@oracle-gateway/x402';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FeePayerWatch, startFeePayerWatch } from './fee-payer-watch.js';

const SECOND = 1_000;

let answers: (readonly string[] | null)[];
let asked: number;
let troubles: string[];
let answered: number;
let watch: FeePayerWatch;
beforeEach(() => {
  vi.useFakeTimers();
  [answers, asked, troubles, answered] = [[], 0, [], 0];
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

async function start(...first: (readonly string[] | null)[]): Promise<void> {
  answers = first;
  const feePayers = (): Promise<SupportedFeePayers> => {
    asked += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer === null || answer === undefined
      ? Promise.reject(new FacilitatorUnavailableError('gone'))
      : Promise.resolve({ offered: answer, accepted: answer });
  };
  const facilitatorTrouble = (step: string, reason: string): void => void troubles.push(`${step}: ${reason}`);
  const facilitatorAnswered = (): void => void (answered += 1);
  watch = await startFeePayerWatch({
    facilitator: { feePayers },
    events: { facilitatorTrouble, facilitatorAnswered },
    monotonicMs: () => Date.now(),
  });
}

describe('the fee payers', () => {
  it('are known once the watch has begun, and asked for anew every minute', async () => {
    await start(['B', 'A']);
    expect([watch.accepted(), asked]).toEqual([['A', 'B'], 1]);
    await vi.advanceTimersByTimeAsync(59 * SECOND);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(asked).toBe(2);
  });

  it('of the answer before are good, and no older ones', async () => {
    await start(['A'], ['B'], ['C']);
    await vi.advanceTimersByTimeAsync(61 * SECOND);
    expect(watch.accepted()).toEqual(['B', 'A']);
    await vi.advanceTimersByTimeAsync(61 * SECOND);
    expect(watch.accepted()).toEqual(['C', 'B']);
  });

  it('are asked for every second until the facilitator has answered once, and its trouble is told', async () => {
    await start(null, null, ['A']);
    expect([watch.accepted(), troubles]).toEqual([[], ['supported: the facilitator is not available: gone']]);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect([watch.accepted(), asked]).toEqual([['A'], 3]);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(asked).toBe(3);
  });

  it('stay good while the facilitator is gone', async () => {
    await start(['A'], null);
    await vi.advanceTimersByTimeAsync(200 * SECOND);
    expect(watch.accepted()).toEqual(['A']);
    expect(answered).toBe(1);
  });

  it('are asked for each quarter of a minute while the facilitator is gone, and it is told once it is back', async () => {
    await start(['A'], null, null, null, ['A']);
    await vi.advanceTimersByTimeAsync(59 * SECOND);
    expect([asked, answered]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect([asked, answered, troubles.length]).toEqual([5, 2, 3]);
  });
});

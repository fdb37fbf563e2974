import { describe, expect, it } from 'vitest';
import { FacilitatorUnavailableError, type SupportedFeePayers } from './facilitator.js';
import { FeePayers } from './fee-payers.js';

/** Gives one answer after the other; a list is of keys that are offered. */
function answering(...answers: (readonly string[] | SupportedFeePayers | Error)[]): { feePayers(): Promise<SupportedFeePayers> } {
  return {
    feePayers() {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('asked once too often');
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve('offered' in answer ? answer : { offered: answer, accepted: answer });
    },
  };
}

describe('fee payers', () => {
  it('are empty before the facilitator has answered', () => {
    const feePayers = new FeePayers(answering());
    expect(feePayers.offered).toBeNull();
    expect(feePayers.accepted).toEqual([]);
  });

  it('the smallest of the newest answer is offered', async () => {
    const feePayers = new FeePayers(answering(['B', 'A'], ['D', 'C']));
    await feePayers.refresh();
    expect(feePayers.offered).toBe('A');
    await feePayers.refresh();
    expect(feePayers.offered).toBe('C');
  });

  it('each of the last two answers is good, and none of an earlier one', async () => {
    const feePayers = new FeePayers(answering(['A'], ['B'], ['C']));
    await feePayers.refresh();
    await feePayers.refresh();
    expect(feePayers.accepted).toEqual(['B', 'A']);
    await feePayers.refresh();
    expect(feePayers.accepted).toEqual(['C', 'B']);
  });

  it('of a facilitator that offers a random one of its keys, every key is good, and one that it offers is offered', async () => {
    const keys = ['A', 'B', 'C', 'D', 'E'];
    const feePayers = new FeePayers(answering({ offered: ['D'], accepted: ['D', ...keys] }));
    await feePayers.refresh();
    expect(feePayers.offered).toBe('D');
    expect([...feePayers.accepted].sort()).toEqual(keys);
  });

  it('a failure leaves them as they were', async () => {
    const feePayers = new FeePayers(answering(['A'], new FacilitatorUnavailableError('down'), ['B']));
    await feePayers.refresh();
    await expect(feePayers.refresh()).rejects.toThrow(FacilitatorUnavailableError);
    expect(feePayers.accepted).toEqual(['A']);
    await feePayers.refresh();
    expect(feePayers.accepted).toEqual(['B', 'A']);
  });

  it('are asked for once at a time', async () => {
    const feePayers = new FeePayers(answering(['A']));
    await Promise.all([feePayers.refresh(), feePayers.refresh(), feePayers.refresh()]);
    expect(feePayers.accepted).toEqual(['A']);
  });
});

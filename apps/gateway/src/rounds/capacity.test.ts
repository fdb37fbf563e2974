import { describe, expect, it } from 'vitest';
import { createCapacity } from './capacity.js';

function held(): { work: () => Promise<string>; release: () => void } {
  let release = (): void => undefined;
  const done = new Promise<string>((resolve) => {
    release = () => {
      resolve('done');
    };
  });
  return { work: () => done, release };
}

describe('createCapacity', () => {
  it('refuses at once what goes beyond the limit, and admits again when a round has ended', async () => {
    const capacity = createCapacity({ max: 1 });
    const first = held();
    const running = capacity.run(first.work);
    await expect(capacity.run(held().work)).rejects.toMatchObject({ code: 'at_capacity' });
    expect(capacity.inFlight()).toBe(1);
    first.release();
    await running;
    expect(await capacity.run(() => Promise.resolve('next'))).toBe('next');
  });

  it('a round that fails gives its place back', async () => {
    const capacity = createCapacity({ max: 1 });
    await expect(capacity.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(capacity.inFlight()).toBe(0);
  });

  it('draining waits for what runs, failing or not, and refuses what is new', async () => {
    const capacity = createCapacity({ max: 2 });
    const round = held();
    const running = capacity.run(round.work);
    const drained = capacity.drain();
    expect(capacity.isDraining()).toBe(true);
    await expect(capacity.run(held().work)).rejects.toMatchObject({ code: 'shutting_down' });
    round.release();
    await drained;
    expect(await running).toBe('done');
  });
});

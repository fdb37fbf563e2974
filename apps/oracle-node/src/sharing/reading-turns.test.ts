import { setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createReadingTurns } from './reading-turns.js';
import { createStartWork } from './work-time.js';

const signal = new AbortController().signal;
// Each task that waits listens for its end.
setMaxListeners(0, signal);

function start() {
  const clock = { ms: 0 };
  const monotonicMs = (): number => clock.ms;
  const turns = createReadingTurns({ max: 256, monotonicMs, startWork: createStartWork({ monotonicMs }) });
  const events: string[] = [];
  const reader = (requester: string, gateway = 'g') => ({ by: { gateway, requester }, signal, charge: () => true });
  /** A body that takes so many milliseconds of the thread. */
  const read = (requester: string, costMs: number, gateway?: string): Promise<void> =>
    turns.run(reader(requester, gateway), () => {
      clock.ms += costMs;
      events.push(requester);
    });
  return { clock, turns, events, reader, read };
}

describe('turns of reading', () => {
  it('between two tasks everything else gets its turn, a failed task included', async () => {
    const { turns, reader } = start();
    const events: string[] = [];
    const tasks = ['a', 'b', 'c'].map((name) =>
      turns.run(reader('r'), () => {
        events.push(name);
        setImmediate(() => events.push(`between after ${name}`));
        if (name === 'a') throw new RangeError(name);
        return name;
      }),
    );
    expect(await Promise.allSettled(tasks)).toMatchObject([{ status: 'rejected' }, { value: 'b' }, { value: 'c' }]);
    expect(events).toEqual(['a', 'between after a', 'b', 'between after b', 'c']);
  });

  it('a requester with one small body waits for one body of another, not for its row of them', async () => {
    const { events, read } = start();
    await Promise.all([...Array.from({ length: 8 }, () => read('greedy', 50)), read('modest', 1)]);
    expect(events.slice(0, 3)).toEqual(['greedy', 'modest', 'greedy']);
  });

  it('a gateway that names ever new requesters has the turns of one gateway', async () => {
    const { events, read } = start();
    const rows = [
      ...Array.from({ length: 8 }, (_, number) => read(`new-${number}`, 50, 'greedy')),
      ...Array.from({ length: 4 }, () => read('honest', 50, 'other')),
    ];
    await Promise.all(rows);
    expect(events.slice(0, 8).filter((name) => name === 'honest')).toHaveLength(4);
  });

  it('a caller that gives up while waiting is read no more, and holds up no other', async () => {
    const { turns, events, reader, read } = start();
    const leaving = new AbortController();
    const first = read('a', 1);
    const left = turns.run({ ...reader('a'), signal: leaving.signal }, () => events.push('left'));
    const last = read('a', 1);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await Promise.all([first, last]);
    expect(events).toEqual(['a', 'a']);
  });

  it('charges what a body took, whether it was read or not', async () => {
    const { clock, turns, reader } = start();
    const charges: number[] = [];
    const charge = (ms: number): boolean => charges.push(ms) > 0;
    const task = (): never => {
      clock.ms += 7;
      throw new RangeError('unreadable');
    };
    await expect(turns.run({ ...reader('a'), charge }, task)).rejects.toThrow(RangeError);
    expect(charges.at(-1)).toBe(7);
  });

  it('is not given to a body whose reader used up its time while it waited', async () => {
    const { turns, events, reader } = start();
    const left = { ms: 500 };
    const charge = (ms: number): boolean => (left.ms -= ms) > 0;
    const first = turns.run({ ...reader('a'), charge }, () => charge(600));
    const second = turns.run({ ...reader('a'), charge }, () => events.push('second'));
    await first;
    await expect(second).rejects.toMatchObject({ step: 'select', broken: { rule: 'too_costly' } });
    expect(events).toEqual([]);
  });
});

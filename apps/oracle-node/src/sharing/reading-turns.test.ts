import { setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createReadingTurns } from './reading-turns.js';

const signal = new AbortController().signal;
// Each task that waits listens for its end.
setMaxListeners(0, signal);
const SHARE_USED = new NodeError('share_used');

function start() {
  const clock = { ms: 0 };
  const turns = createReadingTurns({ max: 256, monotonicMs: () => clock.ms });
  const events: string[] = [];
  const asker = (requester: string, gateway = 'g') => ({ gateway, requester });
  /** A body that takes so many milliseconds of the thread. */
  const read = (requester: string, costMs: number, gateway?: string): Promise<void> =>
    turns.run(asker(requester, gateway), signal, () => {
      clock.ms += costMs;
      events.push(requester);
    });
  return { clock, turns, events, asker, read };
}

describe('turns of reading', () => {
  it('between two tasks everything else gets its turn, a failed task included', async () => {
    const { turns, asker } = start();
    const events: string[] = [];
    const tasks = ['a', 'b', 'c'].map((name) =>
      turns.run(asker('r'), signal, () => {
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
    const { turns, events, asker, read } = start();
    const leaving = new AbortController();
    const first = read('a', 1);
    const left = turns.run(asker('a'), leaving.signal, () => events.push('left'));
    const last = read('a', 1);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await Promise.all([first, last]);
    expect(events).toEqual(['a', 'a']);
  });
});

describe('the time for reading', () => {
  it('is used up to a tenth of what is left by a requester that is alone, and less beside another', async () => {
    const { turns, asker, read } = start();
    const fill = async (requester: string): Promise<number> => {
      for (let reads = 0; reads < 200; reads += 1) {
        try {
          await read(requester, 10);
        } catch (error) {
          expect(error).toEqual(SHARE_USED);
          return reads * 10;
        }
      }
      throw new Error('the time has no end');
    };
    const first = await fill('first');
    expect(first).toBeGreaterThan(430);
    expect(first).toBeLessThanOrEqual(460);
    const second = await fill('second');
    expect(second).toBeGreaterThan(390);
    expect(second).toBeLessThan(first);
    expect(() => turns.requireShare(asker('first'))).toThrow(SHARE_USED);
    turns.requireShare(asker('third'));
    turns.requireShare(asker('first', 'another gateway'));
  });

  it('is left for a small body however many requesters use costly ones', async () => {
    const { read } = start();
    for (let number = 0; number < 90; number += 1) {
      await read(`new-${number}`, 50);
      await read('modest', 0.05);
    }
  });

  it('is used by answers while they arrive, too', () => {
    const { turns, asker } = start();
    expect(turns.charge(asker('a'), 400)).toBe(true);
    expect(turns.charge(asker('a'), 200)).toBe(false);
    expect(() => turns.requireShare(asker('a'))).toThrow(SHARE_USED);
    turns.requireShare(asker('b'));
  });

  it('ends no answer of a requester that has used none of it, even where all others have used it up', () => {
    const { turns, asker } = start();
    for (let number = 0; number < 100; number += 1) turns.charge(asker(`new-${number}`), 60);
    expect(turns.charge(asker('modest'), 0.01)).toBe(true);
  });

  it('comes back as five seconds pass', async () => {
    const { clock, turns, asker, read } = start();
    await read('a', 600);
    expect(() => turns.requireShare(asker('a'))).toThrow(SHARE_USED);
    clock.ms += 5_200;
    turns.requireShare(asker('a'));
  });

  it('is not given to a body that waited while it was used up', async () => {
    const { events, read } = start();
    const reads = await Promise.allSettled([read('a', 600), read('a', 1), read('b', 1)]);
    expect(reads.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(events).toEqual(['a', 'b']);
  });
});

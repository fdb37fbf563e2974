import { describe, expect, it } from 'vitest';
import { createThreadChoice, type FetchState, type ThreadLoad } from './thread-choice.js';

const IDLE: ThreadLoad = { isUp: true, underWay: 0, costly: 0 };
const THREADS = [IDLE, IDLE, IDLE];

function start() {
  const choice = createThreadChoice();
  const note = (requester: string, ms: number, state: FetchState, times = 1): void => {
    for (let count = 0; count < times; count += 1) choice.note(requester, ms, state);
  };
  const placeOf = (requester: string, threads: readonly ThreadLoad[] = THREADS, origin = 'https://a.example') =>
    choice.choose({ requester, origin, isDryRun: false }, threads);
  return { choice, note, placeOf };
}

describe('the thread of a fetch', () => {
  it.each<[string, number, FetchState, number]>([
    ['one that took long', 60, 'read', 1],
    ['some that failed after a while', 10, 'failed', 3],
    ['one that takes long', 60, 'under_way', 1],
  ])('is the last one after %s', (_what, ms, state, times) => {
    const { choice, note, placeOf } = start();
    note('costly', ms, state, times);
    expect(choice.isCostly('costly')).toBe(true);
    expect(placeOf('costly')).toBe(2);
    expect(choice.isCostly('other')).toBe(false);
  });

  it('stays the last one when fetches are ended for want of time, and is another after cheap ones', () => {
    const { choice, note } = start();
    note('costly', 60, 'read');
    note('costly', 0, 'failed', 100);
    expect(choice.isCostly('costly')).toBe(true);
    note('costly', 0.3, 'read', 20);
    expect(choice.isCostly('costly')).toBe(false);
  });

  it('is judged beside what others take: on a busy machine all take longer', () => {
    const { choice, note } = start();
    for (let count = 0; count < 400; count += 1) note(`requester ${count}`, 6, 'read');
    expect(choice.isCostly('requester 399')).toBe(false);
    note('requester 0', 100, 'read');
    expect(choice.isCostly('requester 0')).toBe(true);
  });

  it('has no costly fetches, while another is up', () => {
    const { placeOf } = start();
    const busy = { isUp: true, underWay: 1, costly: 1 };
    const places = (threads: readonly ThreadLoad[]) =>
      new Set(Array.from({ length: 50 }, (_, index) => placeOf('r', threads, `https://${index}.example`)));
    expect([...places([IDLE, IDLE, busy])].toSorted()).toEqual([0, 1]);
    expect([...places([{ ...IDLE, isUp: false }, IDLE, busy])]).toEqual([1]);
    expect([...places([busy, busy, busy])].toSorted()).toEqual([0, 1, 2]);
  });

  it('is that of its origin, until it has nine fetches more than another', () => {
    const { placeOf } = start();
    const home = placeOf('r');
    const loaded = (underWay: number) => THREADS.map((thread, place) => (place === home ? { ...thread, underWay } : thread));
    expect(placeOf('another', loaded(8))).toBe(home);
    expect(placeOf('r', loaded(9))).not.toBe(home);
  });
});

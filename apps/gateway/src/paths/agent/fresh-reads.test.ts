import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFreshReads } from './fresh-reads.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

function setUp(permit: (who: string) => Promise<void> = () => Promise.resolve()) {
  const clock = { ms: 1_000 };
  const begun: [string, number][] = [];
  const read = (who: string): Promise<number> => {
    begun.push([who, clock.ms]);
    return Promise.resolve(begun.length);
  };
  const afresh = createFreshReads({ read, permit, nameOf: (who: string) => who, floorMs: 400, monotonicMs: () => clock.ms });
  const passTime = async (ms: number): Promise<void> => {
    clock.ms += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { afresh, begun, passTime };
}

describe('a fresh read', () => {
  it('begins at once, and is shared by all who asked before it began', async () => {
    const { afresh, begun } = setUp();
    expect(await Promise.all([afresh('a'), afresh('a'), afresh('a')])).toEqual([1, 1, 1]);
    expect(begun).toEqual([['a', 1_000]]);
  });

  it('of the same one begins the floor after the last; who asks later is never answered with the one before', async () => {
    const { afresh, begun, passTime } = setUp();
    await afresh('a');
    await passTime(100);
    const later = [afresh('a'), afresh('a')];
    await passTime(299);
    expect(begun).toHaveLength(1);
    await passTime(1);
    expect(await Promise.all(later)).toEqual([2, 2]);
    expect(begun[1]).toEqual(['a', 1_400]);
  });

  it('of another one does not wait', async () => {
    const { afresh, begun } = setUp();
    await afresh('a');
    await afresh('b');
    expect(begun).toEqual([
      ['a', 1_000],
      ['b', 1_000],
    ]);
  });

  it('is refused where it is not permitted, and the next one is asked for anew', async () => {
    let permitted = false;
    const { afresh, begun } = setUp(() => (permitted ? Promise.resolve() : Promise.reject(new Error('later'))));
    await expect(afresh('a')).rejects.toThrow('later');
    permitted = true;
    expect(await afresh('a')).toBe(1);
    expect(begun).toHaveLength(1);
  });
});

import type { CommitResponse } from '@oracle-gateway/node-api';
import { describe, expect, it } from 'vitest';
import { createPushedStock } from './pushed-stock.js';

/** A stock whose clock and turns of the event loop pass when the test says so. */
function stockOf({ room = 1_024 } = {}) {
  const pushed: number[] = [];
  const lives = new Set<number>();
  const taken: (() => void)[] = [];
  let nowMs = 0;
  let due: (() => void)[] = [];
  let left = room;
  const stock = createPushedStock({
    give: (count, onTaken): CommitResponse | null => {
      const given = Math.min(count, left);
      left -= given;
      if (given === 0) return null;
      taken.push(...Array<() => void>(given).fill(onTaken));
      return { bootId: 'boot', lifeMs: 120_000, nonces: Array.from({ length: given }, () => ({ d: '', e: '' })) };
    },
    push: ({ nonces, lifeMs }) => {
      pushed.push(nonces.length);
      lives.add(lifeMs);
    },
    later: (work) => due.push(work),
    monotonicMs: () => nowMs,
  });
  const runDue = (): void => {
    const works = due;
    due = [];
    for (const work of works) work();
  };
  /** Uses so many, the oldest first. */
  const use = (count: number): void => {
    for (const onTaken of taken.splice(0, count)) onTaken();
  };
  return { stock, pushed, lives, use, runDue, dueCount: () => due.length, pass: (ms: number) => (nowMs += ms) };
}

describe('the commitments that are pushed to one gateway process', () => {
  it('are eight at first, with a life that leaves time for the way', () => {
    const { stock, pushed, lives } = stockOf();
    stock.fill();
    stock.fill();
    expect([pushed, [...lives]]).toEqual([[8], [110_000]]);
  });

  it('are filled up to twice as many when half are used, up to 64 and in batches of 32', () => {
    const { stock, pushed, use, runDue } = stockOf();
    stock.fill();
    for (const used of [4, 8, 16, 32, 32]) {
      use(used - 1);
      runDue();
      use(1);
      runDue();
    }
    expect(pushed).toEqual([8, 12, 24, 32, 16, 32, 32]);
    expect(pushed.reduce((sum, count) => sum + count, 0) - 92).toBe(64);
  });

  it('are checked once after many uses in one turn', () => {
    const { stock, use, dueCount } = stockOf();
    stock.fill();
    use(6);
    expect(dueCount()).toBe(1);
  });

  it('are replaced before their told life is over, beginning anew', () => {
    const { stock, pushed, use, runDue, pass } = stockOf();
    stock.fill();
    use(4);
    runDue();
    pass(99_999);
    stock.fill();
    expect(pushed).toEqual([8, 12]);
    pass(1);
    stock.fill();
    expect(pushed).toEqual([8, 12, 8]);
  });

  it('stay within the number that the gateway may hold', () => {
    const { stock, pushed, use, runDue } = stockOf({ room: 10 });
    stock.fill();
    use(4);
    runDue();
    stock.fill();
    expect(pushed).toEqual([8, 2]);
  });

  it('end with the stream', () => {
    const { stock, pushed, use, runDue } = stockOf();
    stock.fill();
    use(4);
    stock.end();
    runDue();
    stock.fill();
    use(4);
    runDue();
    expect(pushed).toEqual([8]);
  });
});

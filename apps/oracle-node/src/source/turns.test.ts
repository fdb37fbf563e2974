import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.js';

describe('turns', () => {
  it('between two tasks everything else gets its turn, a failed task included', async () => {
    const runInTurn = createTurns();
    const events: string[] = [];
    const tasks = ['a', 'b', 'c'].map((name) =>
      runInTurn(() => {
        events.push(name);
        setImmediate(() => events.push(`between after ${name}`));
        if (name === 'a') throw new RangeError(name);
        return name;
      }),
    );
    expect(await Promise.allSettled(tasks)).toMatchObject([{ status: 'rejected' }, { value: 'b' }, { value: 'c' }]);
    expect(events).toEqual(['a', 'between after a', 'b', 'between after b', 'c']);
  });
});

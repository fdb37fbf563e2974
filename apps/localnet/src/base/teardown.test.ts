import { describe, expect, it } from 'vitest';

import { Teardown } from './teardown.js';

describe('teardown', () => {
  it('undoes the latest first, each step once', async () => {
    const done: string[] = [];
    const teardown = new Teardown();
    teardown.add(() => done.push('first'));
    teardown.add(async () => {
      await Promise.resolve();
      done.push('second');
    });
    await teardown.run();
    await teardown.run();
    expect(done).toEqual(['second', 'first']);
  });

  it('runs every step although one fails, then reports the first failure', async () => {
    const done: string[] = [];
    const teardown = new Teardown();
    teardown.add(() => done.push('first'));
    teardown.add(() => Promise.reject(new Error('later failure')));
    teardown.add(() => {
      throw new Error('earlier failure');
    });
    await expect(teardown.run()).rejects.toThrow('earlier failure');
    expect(done).toEqual(['first']);
  });
});

import { describe, expect, it } from 'vitest';
import { createFetchShares } from './fetch-shares.js';

function start() {
  const shares = createFetchShares({ maxPerKey: 2 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const controller = new AbortController();
  const run = (key: string, name: string, signal: AbortSignal = controller.signal): Promise<string> =>
    shares.run(key, signal, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  return { begun, ends, run };
}

describe('shares of fetches', () => {
  it('let so many of one key run at once, the others in the order they came', async () => {
    const { begun, ends, run } = start();
    const all = ['1', '2', '3', '4'].map((name) => run('k', name));
    await Promise.resolve();
    expect(begun).toEqual(['1', '2']);
    for (const name of ['2', '1', '3', '4']) {
      ends.get(name)?.();
      expect(await all[Number(name) - 1]).toBe(name);
    }
    expect(begun).toEqual(['1', '2', '3', '4']);
  });

  it('hold up no other key', async () => {
    const { begun, run } = start();
    ['1', '2', '3'].forEach((name) => void run('k', name));
    void run('l', '4');
    await Promise.resolve();
    expect(begun).toEqual(['1', '2', '4']);
  });

  it('leave out who has given up, before and while waiting', async () => {
    const { begun, ends, run } = start();
    const first = run('k', '1');
    void run('k', '2');
    const leaving = new AbortController();
    const left = run('k', '3', leaving.signal);
    const last = run('k', '4');
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await expect(run('k', '5', leaving.signal)).rejects.toThrow('aborted');
    ends.get('1')?.();
    await first;
    await expect.poll(() => begun).toContain('4');
    ends.get('4')?.();
    expect(await last).toBe('4');
    expect(begun).toEqual(['1', '2', '4']);
  });
});
